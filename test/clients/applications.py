"""External applications and personal access tokens, as programs of others use them."""

import base64
import hashlib
import json

import requests
from jwcrypto import jwe, jwk
from taiga import TaigaAPI

from checks import check


def deciphered(cyphered, key):
    """What an application reads with its key: A128KW with the first half of the key's SHA-256."""
    secret = base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest()[:16]).rstrip(b"=").decode()
    message = jwe.JWE()
    message.allowed_algs = ["A128KW", "A256GCM"]
    message.deserialize(cyphered, jwk.JWK(kty="oct", k=secret))
    check("header of the token", json.loads(message.objects["protected"]), {"alg": "A128KW", "enc": "A256GCM"})
    return json.loads(message.payload)


def granted_token(base, login, application):
    """Walks the steps of interface.md: the user grants, the application trades the code for its token."""
    headers = {"Authorization": f"Bearer {login}"}
    state = "a random state"
    asked = requests.get(f"{base}/api/v1/applications/{application['id']}/token", headers=headers).json()
    check("asked about the application", asked["application"]["id"], application["id"])
    body = {"application": application["id"], "state": state}
    code = requests.post(f"{base}/api/v1/application-tokens/authorize", headers=headers, json=body).json()
    check("state of the code", code["state"], state)
    traded = requests.post(f"{base}/api/v1/application-tokens/validate", json={**body, "auth_code": code["auth_code"]})
    check("status of the trade", traded.status_code, 200)
    return deciphered(traded.json()["cyphered_token"], application["key"])


def act_as_application(base, login, application):
    plain = granted_token(base, login, application)
    check("what is ciphered", list(plain), ["token"])
    again = granted_token(base, login, application)
    check("token of a second round", again, plain)
    client = TaigaAPI(host=base, token=plain["token"], token_type="Application")
    check("the application acts as", client.me().username, "admin")
    grants = client.raw_request.get("/application-tokens", query={"application": application["id"]}).json()
    client.raw_request.delete(f"/application-tokens/{grants[0]['id']}")
    headers = {"Authorization": f"Application {plain['token']}"}
    check("after taking it back", requests.get(f"{base}/api/v1/users/me", headers=headers).status_code, 401)


def act_by_personal_token(base, login):
    headers = {"Authorization": f"Bearer {login}"}
    address = f"{base}/api/v1/personal-access-tokens"
    made = requests.post(address, headers=headers, json={"name": "python", "scopes": ["read"]}).json()
    client = TaigaAPI(host=base, token=made["token"])
    check("a personal token acts as", client.me().username, "admin")
    own = {"Authorization": f"Bearer {made['token']}"}
    check("without its scope", requests.post(f"{base}/api/v1/projects", headers=own, json={"name": "x", "description": "x"}).status_code, 403)
    check("taking it back", requests.delete(f"{address}/{made['id']}", headers=headers).status_code, 204)
    check("after taking it back", requests.get(f"{base}/api/v1/users/me", headers=own).status_code, 401)
