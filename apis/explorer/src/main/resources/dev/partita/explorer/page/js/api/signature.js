/** Signature of requests with the account's key, as Cosmos DB's REST protocol defines it. */

const utf8 = new TextEncoder();
let known = { key: '', imported: null };

/** Whether this page can sign: browsers offer cryptography only over HTTPS and on localhost. */
export function canSign() {
  return globalThis.crypto?.subtle !== undefined;
}

/** Value of the authorization header. */
export async function authorization(key, method, type, link, date) {
  const text = `${method.toLowerCase()}\n${type.toLowerCase()}\n${link}\n${date.toLowerCase()}\n\n`;
  const signed = await crypto.subtle.sign('HMAC', await imported(key), utf8.encode(text));
  const signature = btoa(String.fromCharCode(...new Uint8Array(signed)));
  return encodeURIComponent(`type=master&ver=1.0&sig=${signature}`);
}

async function imported(key) {
  if (known.key !== key) {
    let raw;
    try {
      raw = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
    } catch {
      throw new Error('The key is not base64 text.');
    }
    known = { key, imported: crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']) };
  }
  return known.imported;
}
