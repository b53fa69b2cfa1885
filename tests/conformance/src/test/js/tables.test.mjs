import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  TableClient,
  TableServiceClient,
  TableTransaction,
  generateTableSas,
  odata,
} from '@azure/data-tables';
import { failure, key } from './server.mjs';

// The addresses of tables come from whoever runs the tests, as that of the server does.
const forms = {
  storage: {
    url: process.env.PARTITA_STORAGE_TABLES ?? 'http://127.0.0.1:10002/devstoreaccount1',
    credential: new AzureNamedKeyCredential(
      'devstoreaccount1',
      'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
    ),
  },
  cosmos: {
    url: process.env.PARTITA_TABLES ?? 'http://localhost:8902',
    credential: new AzureNamedKeyCredential('localhost', key),
  },
};

let names = 0;

async function newTable({ url, credential }) {
  names += 1;
  const name = `js${process.pid}x${names}`;
  const table = new TableClient(url, name, credential, { allowInsecureConnection: true });
  await table.createTable();
  return table;
}

async function all(pages) {
  const found = [];
  for await (const each of pages) {
    found.push(each);
  }
  return found;
}

for (const [name, form] of Object.entries(forms)) {
  // shows: Clients: @azure/data-tables
  test(`${name}: lists and deletes tables`, async () => {
    const table = await newTable(form);
    const service = new TableServiceClient(form.url, form.credential, {
      allowInsecureConnection: true,
    });
    const filter = odata`TableName eq ${table.tableName}`;
    assert.equal((await all(service.listTables({ queryOptions: { filter } }))).length, 1);
    await service.deleteTable(table.tableName);
    assert.equal((await all(service.listTables({ queryOptions: { filter } }))).length, 0);
  });

  test(`${name}: changes entities by their versions`, async () => {
    const table = await newTable(form);
    const { etag } = await table.createEntity({ partitionKey: 'p', rowKey: 'r', a: 1, b: 'x' });
    await table.updateEntity({ partitionKey: 'p', rowKey: 'r', a: 2 }, 'Merge', { etag });
    const read = await table.getEntity('p', 'r');
    assert.equal(read.a, 2);
    assert.equal(read.b, 'x');
    assert.notEqual(read.etag, etag);
    const stale = await failure(() =>
      table.updateEntity({ partitionKey: 'p', rowKey: 'r', a: 3 }, 'Replace', { etag }),
    );
    assert.equal(stale.statusCode, 412);
    await table.upsertEntity({ partitionKey: 'p', rowKey: 'r', c: 1 }, 'Replace');
    assert.equal((await table.getEntity('p', 'r')).a, undefined);
    await table.deleteEntity('p', 'r');
    const gone = await failure(() => table.getEntity('p', 'r'));
    assert.equal(gone.statusCode, 404);
    assert.equal(gone.details.odataError.code, 'ResourceNotFound');
  });

  test(`${name}: keeps types`, async () => {
    const table = await newTable(form);
    const entity = {
      partitionKey: 'p',
      rowKey: 'r',
      text: 'ü😀',
      int: 7,
      real: 1.5,
      whole: { type: 'Double', value: '1.0' },
      flag: false,
      long: 9223372036854775807n,
      time: new Date('2026-11-15T01:02:03.456Z'),
      guid: { type: 'Guid', value: 'c9da6455-213d-42c9-9a79-3e9149a57833' },
      bytes: new Uint8Array([1, 2, 255]),
      nan: { type: 'Double', value: 'NaN' },
    };
    await table.createEntity(entity);
    const read = await table.getEntity('p', 'r');
    for (const name of ['text', 'int', 'real', 'flag', 'long']) {
      assert.equal(read[name], entity[name], name);
    }
    assert.equal(read.whole, 1);
    assert.equal(read.time.getTime(), entity.time.getTime());
    assert.equal(read.guid.value, entity.guid.value);
    assert.deepEqual([...read.bytes], [1, 2, 255]);
    assert.ok(Number.isNaN(Number(read.nan)));
  });

  test(`${name}: queries with filters, columns and pages`, async () => {
    const table = await newTable(form);
    for (let i = 0; i < 12; i += 1) {
      await table.createEntity({ partitionKey: `k${i % 2}`, rowKey: `r${i}`, n: i });
    }
    const filter = odata`PartitionKey eq ${'k1'} and n gt ${4}`;
    assert.equal((await all(table.listEntities({ queryOptions: { filter } }))).length, 4);
    const select = ['n'];
    const [first] = await all(
      table.listEntities({ queryOptions: { filter: odata`RowKey eq ${'r3'}`, select } }),
    );
    assert.equal(first.n, 3);
    assert.equal(first.rowKey, undefined);
    const pages = await all(table.listEntities().byPage({ maxPageSize: 5 }));
    assert.deepEqual(pages.map((page) => page.length), [5, 5, 2]);
  });

  test(`${name}: carries out transactions whole or not at all`, async () => {
    const table = await newTable(form);
    await table.createEntity({ partitionKey: 'p', rowKey: 'there' });
    const transaction = new TableTransaction();
    transaction.createEntity({ partitionKey: 'p', rowKey: "it's", n: 1 });
    transaction.upsertEntity({ partitionKey: 'p', rowKey: 'two', n: 2 }, 'Merge');
    transaction.updateEntity({ partitionKey: 'p', rowKey: 'there', n: 3 }, 'Replace');
    const { status, subResponses } = await table.submitTransaction(transaction.actions);
    assert.equal(status, 202);
    assert.deepEqual(subResponses.map((each) => each.status), [204, 204, 204]);
    assert.equal((await table.getEntity('p', "it's")).n, 1);
    const failing = new TableTransaction();
    failing.deleteEntity('p', 'two');
    failing.createEntity({ partitionKey: 'p', rowKey: 'there' });
    const error = await failure(() => table.submitTransaction(failing.actions));
    assert.equal(error.statusCode, 409);
    assert.equal((await table.getEntity('p', 'two')).n, 2);
  });

  test(`${name}: takes any allowed keys`, async () => {
    const table = await newTable(form);
    for (const each of ["O'Brien", '100% +', 'ü日本😀', 'a b&c=d', '%20']) {
      await table.createEntity({ partitionKey: each, rowKey: each });
      assert.equal((await table.getEntity(each, each)).rowKey, each);
    }
  });
}

test('storage: honours signatures', async () => {
  const { url, credential } = forms.storage;
  const table = await newTable(forms.storage);
  await table.createEntity({ partitionKey: 'p', rowKey: 'r' });
  const sas = generateTableSas(table.tableName, credential, {
    permissions: { query: true },
    expiresOn: new Date(Date.now() + 3_600_000),
  });
  const reading = new TableClient(url, table.tableName, new AzureSASCredential(sas), {
    allowInsecureConnection: true,
  });
  assert.equal((await reading.getEntity('p', 'r')).rowKey, 'r');
  const refused = await failure(() => reading.deleteEntity('p', 'r'));
  assert.equal(refused.statusCode, 403);
});
