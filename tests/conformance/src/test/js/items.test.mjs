import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { client, failure, newContainer } from './server.mjs';

after(() => client.dispose());

test('creates, reads, replaces, upserts and deletes', async () => {
  const container = await newContainer();
  const created = await container.items.create({ id: '1', pk: 'a', n: 1 });
  assert.equal(created.statusCode, 201);
  assert.ok(created.requestCharge > 0);
  const read = await container.item('1', 'a').read();
  assert.equal(read.resource.n, 1);
  assert.equal(read.etag, read.resource._etag);
  assert.equal((await container.item('1', 'a').replace({ id: '1', pk: 'a', n: 2 })).statusCode, 200);
  assert.equal((await container.items.upsert({ id: '1', pk: 'a', n: 3 })).statusCode, 200);
  assert.equal((await container.items.upsert({ id: '2', pk: 'a' })).statusCode, 201);
  assert.equal((await container.item('1', 'a').delete()).statusCode, 204);
  assert.equal((await container.item('1', 'a').read()).statusCode, 404);
});

test('takes a priority and a bucket', async () => {
  const container = await newContainer();
  const options = { priorityLevel: 'Low', throughputBucket: 2 };
  assert.equal((await container.items.create({ id: '1', pk: 'a' }, options)).statusCode, 201);
  assert.equal((await container.item('1', 'a').read(options)).resource.id, '1');
  const { resources } = await container.items.query('SELECT * FROM c', options).fetchAll();
  assert.equal(resources.length, 1);
});

test('tells conflicts and stale versions', async () => {
  const container = await newContainer();
  const { etag } = await container.items.create({ id: '1', pk: 'a' });
  assert.equal((await failure(() => container.items.create({ id: '1', pk: 'a' }))).code, 409);
  await container.items.upsert({ id: '1', pk: 'a', n: 1 });
  const stale = { accessCondition: { type: 'IfMatch', condition: etag } };
  const error = await failure(() => container.item('1', 'a').replace({ id: '1', pk: 'a' }, stale));
  assert.equal(error.code, 412);
});

for (const id of ['with space', '100%', '%20', 'a+b', 'ü-日本-😀', 'quote\'"', '[a](b){c}', '&=;,']) {
  test(`takes the name ${id}`, async () => {
    const container = await newContainer();
    await container.items.create({ id, pk: 'a' });
    assert.equal((await container.item(id, 'a').read()).resource.id, id);
  });
}

test('takes keys of every type', async () => {
  const container = await newContainer();
  for (const [id, pk] of [['string', 'x'], ['number', 5], ['boolean', true], ['null', null]]) {
    await container.items.create({ id, pk });
    assert.equal((await container.item(id, pk).read()).resource.id, id);
  }
  await container.items.create({ id: 'none' });
  assert.equal((await container.item('none', undefined).read()).resource.id, 'none');
});

test('takes hierarchical keys', async () => {
  const container = await newContainer({
    partitionKey: { paths: ['/tenant', '/user'], kind: 'MultiHash', version: 2 },
  });
  await container.items.create({ id: '1', tenant: 't', user: 'u' });
  assert.equal((await container.item('1', ['t', 'u']).read()).resource.id, '1');
  const { resources } = await container.items
    .query('SELECT * FROM c', { partitionKey: ['t'] })
    .fetchAll();
  assert.equal(resources.length, 1);
});

test('patches', async () => {
  const container = await newContainer();
  await container.items.create({ id: '1', pk: 'a', n: 1, list: [1] });
  const { resource } = await container.item('1', 'a').patch([
    { op: 'incr', path: '/n', value: 4 },
    { op: 'add', path: '/list/-', value: 2 },
    { op: 'set', path: '/name', value: 'x' },
    { op: 'remove', path: '/list/0' },
  ]);
  assert.equal(resource.n, 5);
  assert.deepEqual(resource.list, [2]);
  const condition = 'from c where c.n = 6';
  const operations = [{ op: 'set', path: '/n', value: 0 }];
  const error = await failure(() => container.item('1', 'a').patch({ condition, operations }));
  assert.equal(error.code, 412);
});

test('carries out batches whole or not at all', async () => {
  const container = await newContainer();
  const good = await container.items.batch(
    [
      { operationType: 'Create', resourceBody: { id: '1', pk: 'a' } },
      { operationType: 'Upsert', resourceBody: { id: '2', pk: 'a' } },
      { operationType: 'Read', id: '1' },
      { operationType: 'Delete', id: '2' },
    ],
    'a',
  );
  assert.deepEqual(good.result.map((each) => each.statusCode), [201, 201, 200, 204]);
  const bad = await container.items.batch(
    [
      { operationType: 'Create', resourceBody: { id: '3', pk: 'a' } },
      { operationType: 'Create', resourceBody: { id: '1', pk: 'a' } },
    ],
    'a',
  );
  assert.equal(bad.code, 207);
  assert.deepEqual(bad.result.map((each) => each.statusCode), [424, 409]);
  assert.equal((await container.item('3', 'a').read()).statusCode, 404);
});

test('carries out bulk', async () => {
  const container = await newContainer({ throughput: 18000 });
  const operations = [];
  for (let i = 0; i < 300; i += 1) {
    operations.push({
      operationType: 'Create',
      partitionKey: `k${i % 31}`,
      resourceBody: { id: `i${i}`, pk: `k${i % 31}` },
    });
  }
  const results = await container.items.executeBulkOperations(operations);
  assert.ok(results.every((each) => each.response?.statusCode === 201));
  assert.equal((await container.items.query('SELECT VALUE COUNT(1) FROM c').fetchAll()).resources[0], 300);
});

test('lists all items', async () => {
  const container = await newContainer({ throughput: 12000 });
  for (let i = 0; i < 25; i += 1) {
    await container.items.create({ id: `i${i}`, pk: `k${i}` });
  }
  assert.equal((await container.items.readAll().fetchAll()).resources.length, 25);
});
