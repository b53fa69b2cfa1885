// Where the server is, and clients for it. The address and the certificate come from whoever runs the tests.
import { CosmosClient } from '@azure/cosmos';

export const key =
  'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==';

export const endpoint = process.env.PARTITA_ENDPOINT ?? 'http://localhost:8081';

export function newClient(options = {}) {
  return new CosmosClient({ endpoint, key, ...options });
}

export const client = newClient();

let names = 0;

export function name(kind) {
  names += 1;
  return `${kind}-${process.pid}-${names}`;
}

export async function newContainer(options = {}) {
  const { database } = await client.databases.create({ id: name('database') });
  const { container } = await database.containers.create({
    id: name('container'),
    partitionKey: { paths: ['/pk'] },
    throughput: 400,
    ...options,
  });
  return container;
}

/** The error that a call fails with; a call that does not fail is one too many. */
export async function failure(call) {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error('The call should have failed.');
}
