"""A script with Apple's own library: uploads one message after the other.

usage: apple_library.py ENDPOINT PRIVATE_KEY_FILE BUNDLE_ID MESSAGES_FILE
"""
import json
import sys
import uuid

from appstoreserverlibrary.api_client import AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody

endpoint, key_file, bundle, messages_file = sys.argv[1:]
with open(key_file, "rb") as file:
    client = AppStoreServerAPIClient(file.read(), "2X9R4HXF34", "57246542-96fe-1a63-e053-0824d011072a", bundle,
                                     Environment.SANDBOX)
client._base_url = endpoint.rstrip("/")
with open(messages_file, encoding="utf-8") as file:
    for message in json.load(file):
        client.upload_message(uuid.uuid4(), UploadMessageRequestBody(header=message["header"], body=message["body"]))
