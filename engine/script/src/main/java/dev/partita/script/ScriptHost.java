package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of one logical partition, as a script reaches them: all operations of one script belong
 * to one transaction, which its owner commits if the script ends well. Called by one thread at a
 * time, not necessarily the one that started the script.
 *
 * <p>A refusal with a status from 400 to 413, or 449, is told to the script, which may go on; any
 * other failure ends it. Links are those of the request's own API, self or by name.
 */
public interface ScriptHost {

  /**
   * Options of an operation; what does not concern it is left out.
   *
   * @param etag the version that must be there
   * @param ifNoneMatch the version that need not be read again
   * @param index whether the item is indexed; null for what the policy says
   * @param pageSize how many items make a page; -1 for as many as suit the host
   * @param continuation where the page before ended
   */
  record Options(
      @Nullable String etag,
      @Nullable String ifNoneMatch,
      @Nullable Boolean index,
      int pageSize,
      @Nullable String continuation,
      boolean scan) {}

  /** Some of the items that a query finds, and where to go on if there are more. */
  record Page(List<JsonValue> results, @Nullable String continuation) {}

  /** How full a container is, and how full it can be. */
  interface Quota {

    /** The first as answers have it. */
    String usage();

    /** The second as answers have it. */
    String limits();

    long sizeMegabytes();

    long limitMegabytes();
  }

  /** The link of the collection that never changes, without slashes around it. */
  String selfLink();

  /** The link of the collection by names, without slashes around it. */
  String altLink();

  /** How full the container is, and how full it can be. */
  Quota quota();

  /**
   * Whether there is budget for another operation.
   *
   * @param work the units of work that the script has done so far, {@link WorkCounter counted}
   */
  boolean accepts(long work);

  /** Told at the end, however that came about, how many units of work the script has done. */
  void worked(long units);

  JsonObject create(JsonObject document, Options options);

  JsonObject upsert(JsonObject document, Options options);

  JsonObject replace(String link, JsonObject document, Options options);

  void delete(String link, Options options);

  /** The item, or null if the script has this version already. */
  @Nullable JsonObject read(String link, Options options);

  /**
   * A page of a query.
   *
   * @param query the text with its parameters as a request has them; null for all items
   * @throws DatabaseException if the query is not valid
   */
  Page query(@Nullable JsonObject query, Options options);
}
