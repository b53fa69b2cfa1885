package dev.partita.client;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.Optional;

/**
 * The pages of a list or a query, one after the other. Not for use by several threads.
 *
 * {@snippet :
 * var feed = new Feed(client, ask, "Documents");
 * for (var page = feed.next(); page.isPresent(); page = feed.next()) {
 *   page.get().forEach(out::println);
 * }
 * }
 */
public final class Feed {

  private final Client client;
  private final Ask ask;
  private final String name;
  private Optional<String> continuation = Optional.empty();
  private boolean ended;
  private double charge;

  /**
   * @param name what the list is called in the answer, such as {@code Documents}
   */
  public Feed(Client client, Ask ask, String name) {
    this.client = client;
    this.ask = ask;
    this.name = name;
  }

  /** The next page, which may be empty though others follow; nothing after the last. */
  public Optional<List<JsonValue>> next() {
    if (ended) {
      return Optional.empty();
    }
    Answer answer =
        client.require(continuation.map(token -> ask.with("x-ms-continuation", token)).orElse(ask));
    continuation = answer.continuation();
    ended = continuation.isEmpty();
    charge += answer.charge();
    if (answer.object().at(name) instanceof JsonArray entries) {
      return Optional.of(entries.elements());
    }
    throw new DatabaseException(ErrorCode.INTERNAL, "The answer lacks its list").with("list", name);
  }

  /** The request units of all pages so far. */
  public double charge() {
    return charge;
  }
}
