package dev.partita.nosql;

import dev.partita.document.Precondition;
import dev.partita.json.JsonValue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a batch as it was sent, in whichever format.
 *
 * @param type its name in the protocol, such as {@code Create}
 * @param partitionKey as the header has it; null if it is that of the header
 * @param body undefined if there is none; throws BAD_REQUEST if it is not JSON, which then is a
 *     failure of this operation alone
 * @param minimal whether its sender does without the item in the result
 */
record BatchRow(
    String type,
    @Nullable String partitionKey,
    @Nullable String id,
    Supplier<JsonValue> body,
    Precondition precondition,
    boolean minimal) {}
