import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MongoClient } from 'mongodb';
import { failure, key } from './server.mjs';

// The addresses come from whoever runs the tests, as that of the server does.
const credentials = `partita:${encodeURIComponent(key)}`;
const router = `mongodb://${credentials}@${process.env.PARTITA_MONGO ?? 'localhost:27017'}/`;
const replicaSet = process.env.PARTITA_MONGO_REPLICA_SET ?? 'localhost:10255';

const client = new MongoClient(router);
let database;

before(async () => {
  await client.connect();
  database = client.db(`node-${process.pid}`);
});

after(async () => {
  await database.dropDatabase();
  await client.close();
});

test('writes and reads documents', async () => {
  const people = database.collection('people');
  await people.insertMany([
    { _id: 1, name: 'Ada', tags: ['a', 'b'] },
    { _id: 2, name: 'Bob', tags: [] },
  ]);
  await people.updateOne({ name: 'Ada' }, { $push: { tags: 'c' } });
  await people.updateOne({ _id: 2 }, [{ $set: { length: { $size: '$tags' } } }]);
  assert.deepEqual(await people.findOne({ tags: 'c' }), {
    _id: 1,
    name: 'Ada',
    tags: ['a', 'b', 'c'],
  });
  assert.deepEqual(await people.findOne({ _id: 2 }), { _id: 2, name: 'Bob', tags: [], length: 0 });
  assert.equal(await people.countDocuments(), 2);
  const error = await failure(() => people.insertOne({ _id: 1 }));
  assert.equal(error.code, 11000);
});

test('aggregates over many batches', async () => {
  // So many documents at once are beyond the throughput that a collection has by itself.
  await database.command({
    customAction: 'CreateCollection',
    collection: 'numbers',
    offerThroughput: 10000,
  });
  const numbers = database.collection('numbers');
  await numbers.insertMany(Array.from({ length: 500 }, (_, n) => ({ n, group: n % 5 })));
  const groups = await numbers
    .aggregate([{ $group: { _id: '$group', sum: { $sum: '$n' } } }, { $sort: { _id: 1 } }])
    .toArray();
  assert.deepEqual(groups[1], { _id: 1, sum: 24850 });
  const all = await numbers.aggregate([{ $project: { _id: 0, n: 1 } }], { batchSize: 70 }).toArray();
  assert.equal(all.length, 500);
  const error = await failure(() => numbers.aggregate([{ $foo: 1 }]).toArray());
  assert.equal(error.code, 40324);
});

test('watches a collection', async () => {
  const watched = database.collection('watched');
  await watched.insertOne({ _id: 0 });
  const stream = watched.watch([], { fullDocument: 'updateLookup' });
  // The stream begins with its first look.
  assert.equal(await stream.tryNext(), null);
  await watched.insertOne({ _id: 1 });
  await watched.updateOne({ _id: 1 }, { $set: { x: 2 } });
  await watched.deleteOne({ _id: 1 });
  const insert = await stream.next();
  assert.equal(insert.operationType, 'insert');
  const update = await stream.next();
  assert.deepEqual(update.updateDescription.updatedFields, { x: 2 });
  assert.equal((await stream.next()).operationType, 'delete');
  await stream.close();
  const resumed = watched.watch([], { resumeAfter: insert._id });
  assert.deepEqual((await resumed.next())._id, update._id);
  await resumed.close();
});

test('finds the replica set that strings of Azure Cosmos DB name', async () => {
  const uri = `mongodb://${credentials}@${replicaSet}/?replicaSet=globaldb&retrywrites=false`;
  const other = new MongoClient(uri);
  try {
    assert.equal((await other.db('admin').command({ ping: 1 })).ok, 1);
  } finally {
    await other.close();
  }
});
