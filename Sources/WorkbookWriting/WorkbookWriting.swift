private import CLibXLSXWriter
private import CLibrary
private import Foundation
private import GlossportReading
package import GlossportReporting

/// Writes workbooks with libxlsxwriter.
///
/// Only this file calls libxlsxwriter.
package enum WorkbookWriting {
    /// Returns the bytes of a workbook; equal content yields identical bytes.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput` if libxlsxwriter or space for temporary files is
    ///   missing.
    package static func bytes(of content: PackageWorkbook) throws -> [UInt8] {
        guard let library = loaded else {
            throw GlossportError(
                .unreadableInput,
                "This machine has no libxlsxwriter, which writes workbooks.",
                remedy:
                    "Install it (Debian: libxlsxwriter4 or libxlsxwriter8; Homebrew: libxlsxwriter), or choose another format, such as csv."
            )
        }
        // Before version 1.1.6, the library cannot write to memory, so it writes a temporary file.
        var template = Array(
            FileManager.default.temporaryDirectory.appending(path: "glossport-XXXXXX").path.utf8CString
        )
        guard mkdtemp(&template) != nil else { throw failure(String(cString: strerror(errno))) }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/workbook.xlsx"
        try withUnsafePointer(to: library) { functions in
            guard let workbook = glossport_workbook_new(functions, path, folder) else {
                throw failure("there is no memory")
            }
            try WorkbookWriter(library: library, workbook: workbook).write(content)
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw failure("the file is missing") }
        return Array(data)
    }

    /// The library; `nil` if this machine has no compatible version.
    private static let loaded = withUnsafeTemporaryAllocation(of: Library.self, capacity: 1) { room in
        // The oldest compatible version, then the others from the newest down.
        Platform.fileNames(ofLibrary: "libxlsxwriter", versions: [4, 8, 7, 6, 5]).lazy.compactMap { name in
            room.baseAddress.flatMap { glossport_load_xlsxwriter(name, $0) != 0 ? $0.pointee : nil }
        }.first
    }

    fileprivate static func failure(_ reason: String) -> GlossportError {
        GlossportError(
            .unreadableInput,
            "The workbook can't be written to \(FileManager.default.temporaryDirectory.path): \(reason).",
            remedy: "Free some space there, set TMPDIR to another folder, or choose another format, such as csv."
        )
    }
}

private typealias Library = glossport_xlsxwriter
private typealias Format = UnsafeMutablePointer<lxw_format>

extension Library {
    fileprivate func check(_ error: lxw_error) throws {
        guard error != LXW_NO_ERROR else { return }
        throw WorkbookWriting.failure(lxw_strerror(error).map { String(cString: $0) } ?? "error \(error.rawValue)")
    }
}

private struct WorkbookWriter {
    let library: Library
    let workbook: UnsafeMutablePointer<lxw_workbook>

    func write(_ content: PackageWorkbook) throws {
        do {
            try setProperties(content)
            let formats = Formats(library, workbook)
            for sheet in content.sheets {
                guard let worksheet = library.workbook_add_worksheet(workbook, sheet.name) else {
                    throw WorkbookWriting.failure("the sheet \(sheet.name) can't be added")
                }
                try SheetWriter(library: library, worksheet: worksheet, sheet: sheet, formats: formats).write()
            }
        } catch {
            library.lxw_workbook_free(workbook)
            throw error
        }
        // `workbook_close` frees the workbook even if it fails.
        try library.check(library.workbook_close(workbook))
    }

    private func setProperties(_ content: PackageWorkbook) throws {
        try "Texts to translate".withMutableCString { title in
            try content.mark.withMutableCString { mark in
                var properties = lxw_doc_properties()
                properties.title = .init(title)
                properties.keywords = .init(mark)
                properties.created = time_t(content.made)
                try library.check(library.workbook_set_properties(workbook, &properties))
            }
        }
    }
}

/// The cell formats; the workbook owns them.
private struct Formats {
    let heading: Format?
    let alarm: Format?
    private let open: [Bool: Format?]
    private let locked: [Bool: Format?]
    let figure: Format?
    let faint: Format?

    init(_ library: Library, _ workbook: UnsafeMutablePointer<lxw_workbook>) {
        func format(_ change: (Format?) -> Void) -> Format? {
            let format = library.workbook_add_format(workbook)
            library.format_set_align(format, UInt8(LXW_ALIGN_VERTICAL_TOP.rawValue))
            library.format_set_border(format, UInt8(LXW_BORDER_THIN.rawValue))
            library.format_set_border_color(format, 0xD0D0D0)
            change(format)
            return format
        }
        func text(runsLeft: Bool, _ change: (Format?) -> Void) -> Format? {
            format {
                library.format_set_text_wrap($0)
                // The text format prevents typed texts from becoming formulas, numbers or dates.
                library.format_set_num_format($0, "@")
                library.format_set_align($0, UInt8((runsLeft ? LXW_ALIGN_RIGHT : LXW_ALIGN_LEFT).rawValue))
                library.format_set_reading_order($0, runsLeft ? 2 : 1)
                change($0)
            }
        }
        func shade(_ format: Format?) { library.format_set_bg_color(format, 0xF2F2F2) }
        heading = format {
            library.format_set_bold($0)
            library.format_set_text_wrap($0)
            library.format_set_font_color($0, 0xFFFFFF)
            library.format_set_bg_color($0, 0x1F4E78)
        }
        alarm = library.workbook_add_format(workbook)
        library.format_set_font_color(alarm, 0x9C0006)
        library.format_set_bg_color(alarm, 0xFFC7CE)
        open = [
            false: text(runsLeft: false, library.format_set_unlocked),
            true: text(runsLeft: true, library.format_set_unlocked),
        ]
        locked = [false: text(runsLeft: false, shade), true: text(runsLeft: true, shade)]
        figure = format(shade)
        faint = format {
            shade($0)
            // Truncates content that is longer than the cell.
            library.format_set_align($0, UInt8(LXW_ALIGN_FILL.rawValue))
            library.format_set_num_format($0, "@")
            library.format_set_font_color($0, 0x909090)
        }
    }

    func ofTexts(in column: PackageWorkbook.Column, of sheet: PackageWorkbook.Sheet) -> Format? {
        if column.isFaint { return faint }
        return (column.isEditable ? open : locked)[column.isTranslation && sheet.isRightToLeft] ?? nil
    }
}

private struct SheetWriter {
    /// The height of a line in points.
    private static let line = 15.0

    let library: Library
    let worksheet: UnsafeMutablePointer<lxw_worksheet>
    let sheet: PackageWorkbook.Sheet
    let formats: Formats

    func write() throws {
        let last = lxw_row_t(sheet.rows.count)
        for (index, column) in sheet.columns.enumerated() {
            let number = lxw_col_t(index)
            try library.check(library.worksheet_set_column(worksheet, number, number, column.width, nil))
            try library.check(library.worksheet_write_string(worksheet, 0, number, column.heading, formats.heading))
            try explain(column, number)
            try limit(column, number, last)
            let format = formats.ofTexts(in: column, of: sheet)
            for (row, content) in sheet.rows.enumerated() {
                try write(content.cells[index], lxw_row_t(row + 1), number, format)
            }
        }
        try library.check(library.worksheet_set_row(worksheet, 0, 2 * Self.line, nil))
        for (row, content) in sheet.rows.enumerated() {
            try library.check(
                library.worksheet_set_row(worksheet, lxw_row_t(row + 1), Double(content.lines) * Self.line, nil)
            )
        }
        let width = lxw_col_t(sheet.columns.count - 1)
        let area = "A1:\(Unicode.Scalar(UInt8(ascii: "A") + UInt8(width)))\(last + 1)"
        try library.check(
            library.worksheet_ignore_errors(worksheet, UInt8(LXW_IGNORE_NUMBER_STORED_AS_TEXT.rawValue), area)
        )
        if sheet.isRightToLeft { library.worksheet_right_to_left(worksheet) }
        library.worksheet_freeze_panes(worksheet, 1, 0)
        protect()
        library.worksheet_set_landscape(worksheet)
        // The code for A4.
        library.worksheet_set_paper(worksheet, 9)
        library.worksheet_fit_to_pages(worksheet, 1, 0)
        try library.check(library.worksheet_repeat_rows(worksheet, 0, 0))
    }

    private func write(
        _ cell: PackageWorkbook.Cell,
        _ row: lxw_row_t,
        _ column: lxw_col_t,
        _ format: Format?
    ) throws {
        switch cell {
        case .text(""): try library.check(library.worksheet_write_blank(worksheet, row, column, format))
        case .text(let text):
            try library.check(library.worksheet_write_string(worksheet, row, column, text.escaped, format))
        case .number(let number):
            try library.check(library.worksheet_write_number(worksheet, row, column, Double(number), formats.figure))
        case .formula(let formula, let result):
            try library.check(
                library.worksheet_write_formula_num(worksheet, row, column, formula, formats.figure, Double(result))
            )
        }
    }

    private func explain(_ column: PackageWorkbook.Column, _ number: lxw_col_t) throws {
        guard let note = column.note else { return }
        var options = lxw_comment_options()
        (options.width, options.height) = (300, 90)
        try library.check(library.worksheet_write_comment_opt(worksheet, 0, number, note, &options))
    }

    /// Highlights and rejects texts that are too long.
    private func limit(_ column: PackageWorkbook.Column, _ number: lxw_col_t, _ last: lxw_row_t) throws {
        try column.alarm?.withMutableCString { formula in
            var condition = lxw_conditional_format()
            condition.type = UInt8(LXW_CONDITIONAL_TYPE_FORMULA.rawValue)
            condition.value_string = .init(formula)
            condition.format = formats.alarm
            try library.check(
                library.worksheet_conditional_format_range(worksheet, 1, number, last, number, &condition)
            )
        }
        guard let refusal = column.refusal else { return }
        try refusal.permitting.withMutableCString { formula in
            try refusal.title.withMutableCString { title in
                try refusal.sentence.withMutableCString { sentence in
                    var validation = lxw_data_validation()
                    validation.validate = UInt8(LXW_VALIDATION_TYPE_CUSTOM_FORMULA.rawValue)
                    validation.value_formula = .init(formula)
                    validation.error_title = .init(title)
                    validation.error_message = .init(sentence)
                    try library.check(
                        library.worksheet_data_validation_range(worksheet, 1, number, last, number, &validation)
                    )
                }
            }
        }
    }

    /// Locks all cells except editable ones; without a password, because it only prevents mistakes.
    private func protect() {
        var permitted = lxw_protection()
        (permitted.format_cells, permitted.format_columns, permitted.format_rows) = (1, 1, 1)
        library.worksheet_protect(worksheet, nil, &permitted)
    }
}

extension String {
    /// The text with `_` escaped where it begins a sequence such as `_x0041_`, which spreadsheets interpret as a
    /// character.
    fileprivate var escaped: String {
        guard utf8.contains(UInt8(ascii: "_")) else { return self }
        return replacing(/_(?=x[0-9A-Fa-f]{4}_)/.matchingSemantics(.unicodeScalar), with: "_x005F_")
    }

    /// Passes the text to C as a mutable pointer; C copies it and does not modify it.
    fileprivate func withMutableCString<Result>(_ body: (UnsafeMutablePointer<CChar>) throws -> Result) rethrows
        -> Result
    {
        try withCString { try body(UnsafeMutablePointer(mutating: $0)) }
    }
}
