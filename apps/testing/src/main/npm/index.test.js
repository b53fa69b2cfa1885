// Runs against a package: PARTITA_HOME=…/partita-VERSION-linux-x64.tar.gz node --test

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { TestServer } from './index.js';

let server;

before(async () => {
  server = await TestServer.start();
});
after(() => server.close());
beforeEach(() => server.reset());

// A request of the NoSQL API.
async function ask(method, path, kind, link, body, headers = {}) {
  const date = new Date().toUTCString().toLowerCase();
  const signed = createHmac('sha256', Buffer.from(server.key, 'base64'))
    .update(`${method.toLowerCase()}\n${kind}\n${link}\n${date}\n\n`)
    .digest('base64');
  return fetch(server.endpoint + path, {
    method,
    headers: {
      authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signed}`),
      'x-ms-date': date,
      'content-type': 'application/json',
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
}

async function makeOrders() {
  await ask('POST', '/dbs', 'dbs', '', { id: 'shop' });
  await ask('POST', '/dbs/shop/colls', 'colls', 'dbs/shop', {
    id: 'orders',
    partitionKey: { paths: ['/customer'], kind: 'Hash', version: 2 },
    defaultTtl: 60,
  });
}

const write = (id) =>
  ask('POST', '/dbs/shop/colls/orders/docs', 'docs', 'dbs/shop/colls/orders', { id, customer: 'ada' });
const read = (id) =>
  ask('GET', `/dbs/shop/colls/orders/docs/${id}`, 'docs', `dbs/shop/colls/orders/docs/${id}`, undefined, {
    'x-ms-documentdb-partitionkey': '["ada"]',
  });

test('a reset leaves nothing', async () => {
  await makeOrders();
  assert.equal((await write('1')).status, 201);
  await server.reset();
  assert.equal((await read('1')).status, 404);
});

test('requests fail as often as asked for', async () => {
  await makeOrders();
  await server.fail('shop', 'orders', { fault: 'throttle', count: 1, key: ['ada'] });
  assert.equal((await write('1')).status, 429);
  assert.equal((await write('1')).status, 201);
  const stop = await server.fail('shop', 'orders', { fault: 'unavailable' });
  assert.equal((await read('1')).status, 503);
  await stop();
  assert.equal((await read('1')).status, 200);
});

test('what expires does when the clock is moved', async () => {
  await makeOrders();
  await write('1');
  await server.advanceClock(61_000);
  assert.equal((await read('1')).status, 404);
});
