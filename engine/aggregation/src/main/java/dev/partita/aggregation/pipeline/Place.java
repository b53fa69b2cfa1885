package dev.partita.aggregation.pipeline;

import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import java.util.Set;

/** What a pipeline is part of, which decides on the stages that it may have. */
public enum Place {
  COMMAND,
  FACET,
  LOOKUP,
  UNION,
  UPDATE;

  private static final Set<String> IN_UPDATES =
      Set.of("$addFields", "$set", "$project", "$unset", "$replaceRoot", "$replaceWith");

  void require(StageDefinition stage) {
    String name = stage.name();
    boolean ends = stage.order() == StageDefinition.Order.LAST;
    switch (this) {
      case COMMAND -> {}
      case FACET -> {
        if (stage.order() != StageDefinition.Order.ANYWHERE || name.equals("$facet")) {
          throw new MqlException(40_600, name + " is not allowed to be used within a $facet stage");
        }
      }
      case LOOKUP -> {
        if (ends || name.equals("$changeStream")) {
          throw new MqlException(51_047, name + " is not allowed within a $lookup's sub-pipeline");
        }
      }
      case UNION -> {
        if (ends || name.equals("$changeStream")) {
          throw new MqlException(
              31_441, name + " is not allowed within a $unionWith's sub-pipeline");
        }
      }
      case UPDATE -> {
        if (!IN_UPDATES.contains(name)) {
          throw new MqlException(
              MqlCode.INVALID_OPTIONS, name + " is not allowed to be used within an update");
        }
      }
    }
  }
}
