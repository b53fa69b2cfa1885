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
 * var feed = new Feed(client, request, "Documents");
 * for (var page = feed.next(); page.isPresent(); page = feed.next()) {
 *   page.get().forEach(out::println);
 * }
 * }
 */
public final class Feed {

  private final Client client;
  private final ClientRequest request;
  private final String name;
  private Optional<String> continuation = Optional.empty();
  private boolean ended;
  private double charge;

  /**
   * @param name name of the list in the response, such as {@code Documents}
   */
  public Feed(Client client, ClientRequest request, String name) {
    this.client = client;
    this.request = request;
    this.name = name;
  }

  /**
   * Returns the next page, which may be empty though others follow; empty Optional after the last.
   */
  public Optional<List<JsonValue>> next() {
    if (ended) {
      return Optional.empty();
    }
    ClientResponse response =
        client.require(
            continuation.map(token -> request.with("x-ms-continuation", token)).orElse(request));
    continuation = response.continuation();
    ended = continuation.isEmpty();
    charge += response.charge();
    if (response.object().at(name) instanceof JsonArray entries) {
      return Optional.of(entries.elements());
    }
    throw new DatabaseException(ErrorCode.INTERNAL, "The answer lacks its list").with("list", name);
  }

  /** Request units of all pages so far. */
  public double charge() {
    return charge;
  }
}
