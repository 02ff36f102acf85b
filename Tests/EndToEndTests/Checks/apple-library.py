"""Tests the emulator with a third-party client: Apple's own app-store-server-library.

usage: apple-library.py ENDPOINT SANDBOX PRIVATE_KEY_FILE KEY_ID ISSUER_ID BUNDLE_ID

One emulator represents production, which approves messages only on request, the other the sandbox with its performance
test. Prints one line for each check; the first failure ends the script with exit code 1.
"""

import struct
import sys
import time
import urllib.request
import zlib
from uuid import UUID

from appstoreserverlibrary.api_client import APIError, APIException, AppStoreServerAPIClient
from appstoreserverlibrary.models.BulletPoint import BulletPoint
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.HeaderPosition import HeaderPosition
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.ImageState import ImageState
from appstoreserverlibrary.models.MessageState import MessageState
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.PerformanceTestStatus import PerformanceTestStatus
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.SendAttemptResult import SendAttemptResult
from appstoreserverlibrary.models.UploadMessageImage import UploadMessageImage
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody

endpoint, sandbox, key_file, key_id, issuer, bundle = sys.argv[1:]


def connect(address, environment):
    with open(key_file, "rb") as file:
        client = AppStoreServerAPIClient(file.read(), key_id, issuer, bundle, environment)
    client._base_url = address.rstrip("/")
    return client


client = connect(endpoint, Environment.PRODUCTION)

FULL, ICON, UNUSED = (UUID(int=0x4000_8000_0000_0000_0000 + n) for n in (1, 2, 3))
PLAIN, RICH, SPARE, UNKNOWN = (UUID(int=0x4000_8000_0000_0000_0000 + n) for n in (11, 12, 13, 14))
PRODUCT = "com.example.northlight.annual"


def png(width, height):
    """An opaque gray picture."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def check(name, truth):
    if not truth:
        sys.exit(f"FAILED {name}")
    print(f"ok {name}")


def refused(name, status, error, call, *arguments):
    """Expects the call to fail with this status and with the library's error of this name."""
    try:
        call(*arguments)
    except APIException as exception:
        if (exception.http_status_code, exception.api_error) != (status, error):
            sys.exit(f"FAILED {name}: {exception.http_status_code} {exception.raw_api_error} {exception.error_message}")
        print(f"ok {name}")
    else:
        sys.exit(f"FAILED {name}: it was accepted")


def approve():
    request = urllib.request.Request(f"{client._base_url}/_emulator/approve", method="POST")
    urllib.request.urlopen(request).read()


def message_states():
    return {item.messageIdentifier: item.messageState for item in client.get_message_list().messageIdentifiers}


def text(header="Keep your garden", body="Your plans stay with you.", **more):
    return UploadMessageRequestBody(header=header, body=body, **more)


check("an empty list of messages is read", not client.get_message_list().messageIdentifiers)
check("an empty list of images is read", not client.get_image_list().imageIdentifiers)

client.upload_image(FULL, png(3840, 160))
client.upload_image(ICON, png(1024, 1024), ImageSize.BULLET_POINT)
client.upload_image(UNUSED, png(3840, 2160), ImageSize.FULL_SIZE)
images = {item.imageIdentifier: item for item in client.get_image_list().imageIdentifiers}
check("three images were uploaded", set(images) == {FULL, ICON, UNUSED})
check("images wait for review", {item.imageState for item in images.values()} == {ImageState.PENDING})
check("size classes are told", images[ICON].imageSize == ImageSize.BULLET_POINT)
check("full size is the default", images[FULL].imageSize == ImageSize.FULL_SIZE)
refused("an image's id is taken once", 409, APIError.IMAGE_ALREADY_EXISTS, client.upload_image, FULL, png(3840, 160))
refused("a narrow image is refused", 400, APIError.INVALID_IMAGE, client.upload_image, UNKNOWN, png(100, 160))

client.upload_message(PLAIN, text(header="Schön, dass du bleibst 🌱"))
client.upload_message(
    RICH,
    text(
        image=UploadMessageImage(imageIdentifier=FULL, altText="A garden"),
        headerPosition=HeaderPosition.ABOVE_IMAGE,
        bulletPoints=[BulletPoint(text="Offline maps", imageIdentifier=ICON, altText="A map")],
    ),
)
client.upload_message(SPARE, text())
check("three messages wait for review", message_states() == dict.fromkeys([PLAIN, RICH, SPARE], MessageState.PENDING))
refused("a message's id is taken once", 409, APIError.MESSAGE_ALREADY_EXISTS, client.upload_message, PLAIN, text())
refused("a header above an image needs an image", 400, APIError.BAD_REQUEST_ABOVE_IMAGE_REQUIRES_AN_IMAGE,
        client.upload_message, UNKNOWN, text(headerPosition=HeaderPosition.ABOVE_IMAGE))

wanted = DefaultConfigurationRequest(messageIdentifier=RICH)
refused("no default before approval", 403, APIError.MESSAGE_NOT_APPROVED, client.configure_default_message, PRODUCT,
        "de-DE", wanted)
approve()
check("approval is seen", set(message_states().values()) == {MessageState.APPROVED})
client.configure_default_message(PRODUCT, "de-DE", wanted)
check("a default is read back", client.get_default_message(PRODUCT, "de-DE").messageIdentifier == RICH)
client.configure_default_message(PRODUCT, "de-DE", DefaultConfigurationRequest(messageIdentifier=PLAIN))
check("a default is replaced", client.get_default_message(PRODUCT, "de-DE").messageIdentifier == PLAIN)
refused("no default for an unknown message", 404, APIError.MESSAGE_NOT_FOUND, client.configure_default_message, PRODUCT,
        "de-DE", DefaultConfigurationRequest(messageIdentifier=UNKNOWN))
refused("no default in an unknown locale", 400, APIError.INVALID_LOCALE, client.configure_default_message, PRODUCT,
        "xx-YY", wanted)
refused("an image in use stays", 403, APIError.IMAGE_IN_USE, client.delete_image, FULL)
client.delete_default_message(PRODUCT, "de-DE")
client.delete_default_message(PRODUCT, "de-DE")
check("deleting a default twice is no error", True)
refused("a default that is gone", 404, APIError.DEFAULT_MESSAGE_NOT_FOUND, client.get_default_message, PRODUCT, "de-DE")

client.delete_message(SPARE)
check("a message is deleted", set(message_states()) == {PLAIN, RICH})
refused("a message is deleted once", 404, APIError.MESSAGE_NOT_FOUND, client.delete_message, SPARE)
client.delete_image(UNUSED)
refused("an image is deleted once", 404, APIError.IMAGE_NOT_FOUND, client.delete_image, UNUSED)
check("what is left is left", {item.imageIdentifier for item in client.get_image_list().imageIdentifiers} == {FULL, ICON})

url = RealtimeUrlRequest(realtimeURL="https://example.com/retention")
refused("production wants a passed performance test", 403, APIError.FORBIDDEN_NO_PASSING_TEST,
        client.configure_realtime_url, url)
refused("no real-time URL is set", 404, APIError.REALTIME_URL_NOT_FOUND, client.get_realtime_url)

client = connect(sandbox, Environment.SANDBOX)
client.configure_realtime_url(url)
check("a real-time URL is read back", client.get_realtime_url().realtimeURL == url.realtimeURL)
refused("a real-time URL is https", 400, APIError.BAD_REQUEST_REALTIME_URL, client.configure_realtime_url,
        RealtimeUrlRequest(realtimeURL="http://example.com"))
transaction = PerformanceTestRequest(originalTransactionId="2000000012345678")
start = client.initiate_performance_test(transaction)
check("a performance test says how long it takes", start.config.totalDuration == 2_000)
refused("one performance test runs at a time", 400, APIError.EXISTING_PERFORMANCE_TEST_RUN,
        client.initiate_performance_test, transaction)
result = client.get_performance_test_results(start.requestId)
check("a performance test takes time", result.result == PerformanceTestStatus.PENDING and result.numPending > 0)
while result.result == PerformanceTestStatus.PENDING:
    time.sleep(0.2)
    result = client.get_performance_test_results(start.requestId)
check("a performance test passes", (result.result, result.target) == (PerformanceTestStatus.PASS, url.realtimeURL))
check("its failures are counted", result.failures == {SendAttemptResult.SUCCESS: 98, SendAttemptResult.TIMED_OUT: 2})
refused("no performance test has this ID", 404, APIError.PERFORMANCE_TEST_RUN_NOT_FOUND,
        client.get_performance_test_results, str(UNKNOWN))
client.delete_realtime_url()
refused("a real-time URL that is gone", 404, APIError.REALTIME_URL_NOT_FOUND, client.get_realtime_url)
