# Not yet tried on macOS. The release workflow fills in the repository and the tag. Homebrew installs only from a tap, so make one:
#
#     brew tap-new --no-git local/glossport
#     cp glossport.rb "$(brew --repository local/glossport)/Formula"
#     brew install local/glossport/glossport
#
# Scripts/prepare takes the formulae to install for `make demo` and `make test` from here.
class Glossport < Formula
  desc "Import translated retention messages into Apple's service"
  homepage "https://github.com/OWNER/glossport"
  url "https://github.com/OWNER/glossport.git", tag: "v0.1.0"
  license "Apache-2.0"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "hunspell"
  depends_on "libarchive"
  depends_on "libcsv"
  depends_on "libpng"
  depends_on "libpq"
  depends_on "libxlsxwriter"
  depends_on "libxml2"
  depends_on macos: :sequoia

  def install
    %w[glossport retention-emulator].each do |product|
      system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", product
      bin.install ".build/release/#{product}"
    end
    pkgshare.install "Scripts/demo", "samples"
    system "Scripts/manual", buildpath/"manual", bin/"glossport", bin/"retention-emulator"
    man1.install Dir["manual/share/man/man1/*"]
    man5.install Dir["manual/share/man/man5/*"]
    bash_completion.install Dir["manual/share/bash-completion/completions/*"]
    zsh_completion.install Dir["manual/share/zsh/vendor-completions/*"]
    fish_completion.install Dir["manual/share/fish/vendor_completions.d/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/glossport --version")
    system "bash", pkgshare/"demo", bin, pkgshare/"samples"
  end
end
