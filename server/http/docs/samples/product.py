import base64, http.client, json, os, time, urllib.error, urllib.request

def haat(method, path, body=None, once=None):
    headers = {"X-API-Key": os.environ["HAAT_KEY"], "Content-Type": "application/json"}
    if once:
        headers["Idempotency-Key"] = once
    data = json.dumps(body).encode() if body else None
    for tries in range(1, 6):
        request = urllib.request.Request("https://haat.example.com" + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as response:
                return json.load(response)
        except urllib.error.HTTPError as refused:
            if refused.code not in (429, 503) or tries == 5:
                raise RuntimeError(f"{refused.code} {refused.read().decode()}")
            time.sleep(int(refused.headers.get("Retry-After", 1)))
        except (OSError, http.client.HTTPException):
            if tries == 5 or (method == "POST" and not once):
                raise  # it may have been done
            time.sleep(1)

with open("lamp.jpg", "rb") as picture:
    lamp = {
        "name": "Brass lamp",
        "price": 1499,
        "description": "Cast by hand.",
        "stock": 12,
        "primary_image": base64.b64encode(picture.read()).decode(),
        "metadata": {"sku": "LAMP-1"},
    }
product_id = haat("POST", "/api/products/create", lamp, "create LAMP-1")["product_id"]
haat("PUT", f"/api/products/{product_id}/edit", {"stock": 20})
print(product_id)
