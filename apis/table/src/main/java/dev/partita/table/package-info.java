/**
 * The Table API: the REST protocol of Azure Table Storage and of the Cosmos DB Table API,
 * translated onto containers and items. {@link dev.partita.table.TableApi} takes a request, has it
 * authorized and passes it to the class that is named after what it addresses.
 *
 * <p>There are two forms of it, {@link dev.partita.table.TableForm}: tables of storage accounts are
 * containers divided into ranges of keys, in order; tables of the Cosmos account are containers
 * divided by hash, which the NoSQL API reads as documents.
 *
 * <p>What must stay true: an option that is not honoured is refused by name; every answer from 400
 * on has one of the codes that clients know; a transaction happens whole or not at all; what a
 * signature allows is checked against the same reading of a request that is then carried out.
 */
@NullMarked
package dev.partita.table;

import org.jspecify.annotations.NullMarked;
