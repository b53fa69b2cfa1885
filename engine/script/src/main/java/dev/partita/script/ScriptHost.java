package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Port through which a script accesses the items of one logical partition: all operations of one
 * script belong to one transaction, which the host's owner commits if the script succeeds. Called
 * by one thread at a time, not necessarily the one that started the script.
 *
 * <p>A failure with a status from 400 to 413, or 449, is passed to the script, which may go on; any
 * other failure ends it. Links are those of the request's own API, by resource id or by name.
 */
public interface ScriptHost {

  /**
   * Options of an operation; those that do not apply to it are null or their default.
   *
   * @param etag the version that is required
   * @param ifNoneMatch the version that the script has already
   * @param index whether the item is indexed; null for the container's policy
   * @param pageSize number of items of a page; -1 for the host's choice
   * @param continuation token of the page before
   */
  record Options(
      @Nullable String etag,
      @Nullable String ifNoneMatch,
      @Nullable Boolean index,
      int pageSize,
      @Nullable String continuation,
      boolean scan) {}

  /** Page of results of a query, with the token of the next page if there is one. */
  record Page(List<JsonValue> results, @Nullable String continuation) {}

  /** Size and limits of a container, in the form of response headers. */
  interface Quota {

    /** Current size. */
    String usage();

    /** Limits. */
    String limits();

    long sizeMegabytes();

    long limitMegabytes();
  }

  /** Link of the container by resource id, without slashes around it. */
  String selfLink();

  /** Link of the container by names, without slashes around it. */
  String altLink();

  /** Size and limits of the container. */
  Quota quota();

  /**
   * Whether there is budget for another operation.
   *
   * @param work the units of work that the script has done so far, {@link WorkCounter counted}
   */
  boolean accepts(long work);

  /**
   * Called once at the end, in success or failure, with the units of work that the script has done.
   */
  void worked(long units);

  JsonObject create(JsonObject document, Options options);

  JsonObject upsert(JsonObject document, Options options);

  JsonObject replace(String link, JsonObject document, Options options);

  void delete(String link, Options options);

  /** Returns the item, or null if the script has this version already. */
  @Nullable JsonObject read(String link, Options options);

  /**
   * Returns a page of a query.
   *
   * @param query the text with its parameters in the form of a request; null for all items
   * @throws DatabaseException if the query is not valid
   */
  Page query(@Nullable JsonObject query, Options options);
}
