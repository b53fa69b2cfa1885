/** Actions on tables as code for the Table SDKs. */

const LONGEST_BODY = 4000;

const js = (value) => JSON.stringify(value);

/** Client of a table, for a storage account by its name and for the Cosmos account without one. */
function client(account, table) {
  return {
    js: account === null
      ? `const table = new TableClient(endpoint.replace(/:\\d+$/, ':8902'), ${js(table)}, new AzureNamedKeyCredential('localhost', key), { allowInsecureConnection: true });`
      : `const table = new TableClient('http://127.0.0.1:10002/${account}', ${js(table)}, new AzureNamedKeyCredential(${js(account)}, accountKey), { allowInsecureConnection: true });`,
    java: account === null
      ? `TableClient table = new TableClientBuilder().endpoint("http://localhost:8902").tableName(${js(table)})\n    .credential(new AzureNamedKeyCredential("localhost", key)).buildClient();`
      : `TableClient table = new TableClientBuilder().endpoint("http://127.0.0.1:10002/${account}").tableName(${js(table)})\n    .credential(new AzureNamedKeyCredential(${js(account)}, accountKey)).buildClient();`,
  };
}

function recipe(title, account, table, jsCall, javaCall) {
  const made = client(account, table);
  return { title, js: `${made.js}\n${jsCall}`, java: `${made.java}\n${javaCall}` };
}

/**
 * Entity in the form of the SDK for JavaScript, in which the names of the keys begin in lower case.
 */
function jsEntity(text) {
  if (text.length > LONGEST_BODY) {
    return 'entity /* read from a file */';
  }
  const { PartitionKey: partitionKey, RowKey: rowKey, ...rest } = JSON.parse(text);
  const properties = Object.entries(rest).filter(([name]) => !name.endsWith('@odata.type')).map(([name, value]) => {
    const type = rest[`${name}@odata.type`];
    return [name, type ? { type: type.replace('Edm.', ''), value } : value];
  });
  return js({ partitionKey, rowKey, ...Object.fromEntries(properties) });
}

function javaEntity(text) {
  if (text.length > LONGEST_BODY) {
    return 'entity /* read from a file */';
  }
  const { PartitionKey, RowKey, ...rest } = JSON.parse(text);
  const properties = Object.entries(rest).filter(([name]) => !name.includes('odata.')).map(([name, value]) => `.addProperty(${js(name)}, ${js(value)})`);
  return `new TableEntity(${js(PartitionKey)}, ${js(RowKey)})${properties.join('')}`;
}

export const tableRecipes = {
  createTable: (account, table) => recipe(`Create table ${table}`, account, table, 'await table.createTable();', 'table.createTable();'),
  deleteTable: (account, table) => recipe(`Delete table ${table}`, account, table, 'await table.deleteTable();', 'table.deleteTable();'),
  list: (account, table, filter) => recipe(
    'Query entities', account, table,
    `for await (const entity of table.listEntities(${filter ? `{ queryOptions: { filter: ${js(filter)} } }` : ''})) console.log(entity);`,
    `table.listEntities(new ListEntitiesOptions()${filter ? `.setFilter(${js(filter)})` : ''}, null, null)\n    .forEach(entity -> System.out.println(entity.getProperties()));`,
  ),
  read: (account, table, key, id) => recipe(
    `Read entity ${id}`, account, table,
    `const entity = await table.getEntity(${js(key)}, ${js(id)});`, `TableEntity entity = table.getEntity(${js(key)}, ${js(id)});`,
  ),
  create: (account, table, text) => recipe(
    'Create entity', account, table, `await table.createEntity(${jsEntity(text)});`, `table.createEntity(${javaEntity(text)});`,
  ),
  replace: (account, table, etag, text) => recipe(
    'Replace entity', account, table,
    `await table.updateEntity(${jsEntity(text)}, 'Replace', { etag: ${js(etag)} });`,
    `table.updateEntityWithResponse(${javaEntity(text)}, TableEntityUpdateMode.REPLACE, true, null, null);`,
  ),
  remove: (account, table, key, id) => recipe(
    `Delete entity ${id}`, account, table, `await table.deleteEntity(${js(key)}, ${js(id)});`, `table.deleteEntity(${js(key)}, ${js(id)});`,
  ),
};
