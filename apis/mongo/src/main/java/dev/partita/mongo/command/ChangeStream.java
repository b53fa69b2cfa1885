package dev.partita.mongo.command;

import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.bson.BsonDocument;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.CollectionChange;
import dev.partita.collection.CollectionFeed;
import dev.partita.collection.FeedPosition;
import dev.partita.mongo.error.MongoError;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a collection, of those of a database, or of all. Unlike other streams it may have
 * nothing now and something later. Used by one thread at a time.
 */
final class ChangeStream implements DocumentStream {

  /** How long a collection keeps what its changes were about, once somebody watches it. */
  static final long KEPT_MILLIS = TimeUnit.DAYS.toMillis(1);

  private static final int CHANGES_PER_READ = 200;

  private final Namespaces namespaces;
  private final Clock clock;
  private final String database;
  private final String collection;
  private final ChangeEvents events;
  private final Map<Integer, ResumeToken.Place> places = new LinkedHashMap<>();
  private final Queue<BsonDocument> ready = new ArrayDeque<>();
  private BsonDocument token;
  private boolean seenDatabase;
  private boolean ended;
  private RequestCharge charge = RequestCharge.ZERO;

  /**
   * @param database empty for all
   * @param collection empty for all of the database
   */
  ChangeStream(
      Namespaces namespaces,
      Clock clock,
      String database,
      String collection,
      ChangeOptions options) {
    this.namespaces = namespaces;
    this.clock = clock;
    this.database = database;
    this.collection = collection;
    this.events = new ChangeEvents(options);
    begin(options);
    this.token = new ResumeToken(places, false).toDocument();
  }

  private void begin(ChangeOptions options) {
    ResumeToken resume = options.resume();
    if (resume != null) {
      places.putAll(resume.places());
    }
    seenDatabase = !database.isEmpty() && namespaces.database(database).isPresent();
    present()
        .forEach(
            (number, found) -> {
              CollectionFeed feed = found.collection().feed();
              feed.keep(KEPT_MILLIS, clock.millis(), namespaces.catalogue());
              if (resume == null) {
                places.put(
                    number,
                    new ResumeToken.Place(
                        found.namespace(),
                        options.startSeconds() < 0
                            ? feed.now()
                            : feed.since(TimeUnit.SECONDS.toMillis(options.startSeconds()))));
              }
            });
  }

  /** A collection with its name. */
  private record Watched(String database, String name, BsonCollection collection) {
    String namespace() {
      return database + "." + name;
    }
  }

  private Map<Integer, Watched> present() {
    Map<Integer, Watched> present = new HashMap<>();
    List<String> databases =
        database.isEmpty()
            ? namespaces.databases().stream().map(each -> each.name()).toList()
            : List.of(database);
    for (String each : databases) {
      List<BsonCollection> found =
          collection.isEmpty()
              ? namespaces.collections(each)
              : namespaces.find(each, collection).stream().toList();
      for (BsonCollection one : found) {
        present.put(
            one.container().number(), new Watched(each, one.container().definition().name(), one));
      }
    }
    return present;
  }

  @Override
  public @Nullable BsonDocument next() {
    if (ready.isEmpty() && !ended) {
      read();
    }
    BsonDocument event = ready.poll();
    if (event != null) {
      token = Objects.requireNonNull(event.get("_id")).asDocument();
    }
    return event;
  }

  /** Where to go on behind what has been given out. */
  BsonDocument token() {
    return token;
  }

  boolean isEnded() {
    return ended && ready.isEmpty();
  }

  RequestCharge charge() {
    return charge;
  }

  private void read() {
    Map<Integer, Watched> present = present();
    for (Map.Entry<Integer, Watched> each : present.entrySet()) {
      boolean unknown = !places.containsKey(each.getKey());
      if (unknown) {
        // It came to be after the stream began, so all of it is new.
        each.getValue()
            .collection()
            .feed()
            .keep(KEPT_MILLIS, clock.millis(), namespaces.catalogue());
        places.put(
            each.getKey(),
            new ResumeToken.Place(each.getValue().namespace(), FeedPosition.beginning()));
      }
      read(each.getKey(), each.getValue());
    }
    gone(present);
    if (ready.isEmpty()) {
      token = new ResumeToken(places, ended).toDocument();
    }
  }

  private void read(int number, Watched watched) {
    ResumeToken.Place place = Objects.requireNonNull(places.get(number));
    CollectionFeed.Page page;
    try {
      page = watched.collection().feed().read(place.position(), CHANGES_PER_READ, clock.millis());
    } catch (DatabaseException e) {
      if (e.code() == ErrorCode.GONE) {
        throw MongoError.CHANGE_STREAM_HISTORY_LOST.failure(
            "Resume of change stream was not possible, as the resume point may no longer be in the"
                + " oplog.");
      }
      throw e;
    }
    charge = charge.plus(page.charge());
    for (CollectionChange change : page.changes()) {
      places.put(number, new ResumeToken.Place(place.namespace(), change.after()));
      ready.add(
          events.event(
              new ResumeToken(places, false).toDocument(),
              watched.database(),
              watched.name(),
              watched.collection(),
              change));
    }
    places.put(number, new ResumeToken.Place(place.namespace(), page.after()));
  }

  private void gone(Map<Integer, Watched> present) {
    for (Integer number : List.copyOf(places.keySet())) {
      ResumeToken.Place place = places.get(number);
      if (place != null && !present.containsKey(number)) {
        places.remove(number);
        String namespace = place.namespace();
        int dot = namespace.indexOf('.');
        ready.add(
            ChangeEvents.dropped(
                new ResumeToken(places, false).toDocument(),
                "drop",
                namespace.substring(0, dot),
                namespace.substring(dot + 1),
                clock.millis()));
        ended |= !collection.isEmpty();
      }
    }
    boolean databaseGone =
        collection.isEmpty() && seenDatabase && namespaces.database(database).isEmpty();
    if (databaseGone) {
      ready.add(
          ChangeEvents.dropped(
              new ResumeToken(places, false).toDocument(),
              "dropDatabase",
              database,
              null,
              clock.millis()));
      ended = true;
    }
    seenDatabase |= !database.isEmpty() && namespaces.database(database).isPresent();
    if (ended) {
      ready.add(
          ChangeEvents.invalidated(new ResumeToken(places, true).toDocument(), clock.millis()));
    }
  }
}
