import base64, hashlib, hmac, time

def is_from_haat(secret, headers, body):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    sent_at = headers.get("webhook-timestamp", "")
    if not key or not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
    given = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(expected, each.encode()) for each in given)
