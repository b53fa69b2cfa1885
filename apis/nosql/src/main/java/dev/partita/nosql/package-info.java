/**
 * The NoSQL API: the REST protocol that Cosmos DB clients speak, translated onto containers and
 * items. {@link dev.partita.nosql.NosqlApi} takes a request, has it authorized and passes it to the
 * class that is named after what it addresses. {@link dev.partita.nosql.Intent} is what it asks
 * for.
 *
 * <p>What must stay true: an option, header or policy that is not honoured is refused by name;
 * every response from 400 on has a JSON body with {@code code} and {@code message}; rights are
 * checked against the same reading of a request that is then carried out.
 */
@NullMarked
package dev.partita.nosql;

import org.jspecify.annotations.NullMarked;
