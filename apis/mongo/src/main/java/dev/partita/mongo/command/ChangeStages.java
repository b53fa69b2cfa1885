package dev.partita.mongo.command;

import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.base.time.Clock;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonValue;
import dev.partita.mongo.error.MongoError;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The stage that begins with changes, in the pipeline of one command. Used by one thread. */
final class ChangeStages {

  static final String NAME = "$changeStream";

  private static final Set<String> ALLOWED =
      Set.of(
          NAME,
          "$match",
          "$project",
          "$addFields",
          "$set",
          "$unset",
          "$replaceRoot",
          "$replaceWith",
          "$redact");

  private final Namespaces namespaces;
  private final Clock clock;
  private final Invocation call;
  private @Nullable ChangeStream source;

  ChangeStages(Namespaces namespaces, Clock clock, Invocation call) {
    this.namespaces = namespaces;
    this.clock = clock;
    this.call = call;
  }

  StageDefinition definition() {
    return new StageDefinition(
        NAME, StageDefinition.Order.FIRST, StageDefinition.Collection.EITHER, this::parse);
  }

  /** Refuses stages that need an end, behind one that has none. */
  static void requireAllowed(BsonArray stages) {
    for (BsonValue stage : stages) {
      if (stage.isDocument() && !stage.asDocument().isEmpty()) {
        String name = stage.asDocument().first().name();
        if (!ALLOWED.contains(name)) {
          throw MongoError.ILLEGAL_OPERATION.failure(
              name + " is not permitted in a $changeStream pipeline");
        }
      }
    }
  }

  private void parse(BsonValue value, StageScope scope) {
    ChangeOptions options = ChangeOptions.parse(call, value);
    boolean cluster = call.database().equals("admin");
    ChangeStream opened =
        new ChangeStream(
            namespaces, clock, cluster ? "" : call.database(), call.collectionOrEmpty(), options);
    source = opened;
    scope.add(value, (_, _) -> opened);
  }

  /** The changes that the pipeline is over; null if it is over something else. */
  @Nullable ChangeStream source() {
    return source;
  }
}
