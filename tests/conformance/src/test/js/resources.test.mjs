import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChangeFeedStartFrom, CosmosClient, PermissionMode } from '@azure/cosmos';
import { client, endpoint, failure, name, newClient, newContainer } from './server.mjs';

after(() => client.dispose());

test('creates, lists, queries and deletes databases', async () => {
  const id = name('shop');
  assert.equal((await client.databases.createIfNotExists({ id })).statusCode, 201);
  assert.equal((await client.databases.createIfNotExists({ id })).statusCode, 200);
  const { resources } = await client.databases.readAll().fetchAll();
  assert.ok(resources.some((each) => each.id === id));
  const found = await client.databases
    .query({ query: 'SELECT * FROM d WHERE d.id = @id', parameters: [{ name: '@id', value: id }] })
    .fetchAll();
  assert.deepEqual(found.resources.map((each) => each.id), [id]);
  assert.equal((await client.database(id).delete()).statusCode, 204);
});

test('keeps what a container was given', async () => {
  const { database } = await client.databases.create({ id: name('database') });
  const { container } = await database.containers.createIfNotExists({
    id: 'orders',
    partitionKey: { paths: ['/customer'], version: 2 },
    defaultTtl: 60,
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ['/number'] }] },
    indexingPolicy: { includedPaths: [{ path: '/number/?' }], excludedPaths: [{ path: '/*' }] },
  });
  const { resource } = await container.read();
  assert.equal(resource.defaultTtl, 60);
  assert.equal(resource.partitionKey.version, 2);
  assert.equal(resource.indexingPolicy.indexingMode, 'consistent');
  await container.items.create({ id: '1', customer: 'c', number: 7 });
  const error = await failure(() => container.items.create({ id: '2', customer: 'c', number: 7 }));
  assert.equal(error.code, 409);
  resource.defaultTtl = 120;
  assert.equal((await container.replace(resource)).resource.defaultTtl, 120);
});

test('changes throughput', async () => {
  const container = await newContainer();
  const { resource: offer } = await container.readOffer();
  assert.equal(offer.content.offerThroughput, 400);
  offer.content.offerThroughput = 800;
  await client.offer(offer.id).replace(offer);
  assert.equal((await container.readOffer()).resource.content.offerThroughput, 800);
});

test('reads changes', async () => {
  const container = await newContainer({ throughput: 12000 });
  for (let i = 0; i < 10; i += 1) {
    await container.items.create({ id: `i${i}`, pk: `k${i}` });
  }
  const changes = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Beginning(),
  });
  const seen = new Set();
  let idle = 0;
  while (idle < 4) {
    const page = await changes.readNext();
    idle = page.statusCode === 304 ? idle + 1 : 0;
    page.result?.forEach((each) => seen.add(each.id));
  }
  assert.equal(seen.size, 10);
});

test('lets a token do what it grants', async () => {
  const container = await newContainer();
  await container.items.create({ id: '1', pk: 'a' });
  const { user } = await container.database.users.create({ id: 'user' });
  const { resource: permission } = await user.permissions.create({
    id: 'read',
    permissionMode: PermissionMode.Read,
    resource: container.url,
  });
  const guest = new CosmosClient({ endpoint, resourceTokens: { [container.url]: permission._token } });
  const seen = guest.database(container.database.id).container(container.id);
  assert.equal((await seen.item('1', 'a').read()).resource.id, '1');
  assert.equal((await failure(() => seen.items.create({ id: '2', pk: 'a' }))).code, 403);
  guest.dispose();
});

test('refuses a wrong key', async () => {
  const stranger = newClient({ key: Buffer.from('wrong').toString('base64') });
  assert.equal((await failure(() => stranger.databases.readAll().fetchAll())).code, 401);
  stranger.dispose();
});
