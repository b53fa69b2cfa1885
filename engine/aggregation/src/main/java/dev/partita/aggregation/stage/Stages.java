package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.List;

/** All stages that need nothing but documents and collections to read. */
public final class Stages {

  private Stages() {}

  public static List<StageDefinition> all() {
    List<StageDefinition> stages = new ArrayList<>(RowStages.all());
    stages.addAll(ShapeStages.all());
    stages.add(GroupStage.DEFINITION);
    stages.add(BucketStages.DEFINITION);
    stages.add(BucketAutoStage.DEFINITION);
    stages.add(UnwindStage.DEFINITION);
    stages.add(FacetStage.DEFINITION);
    stages.add(LookupParser.DEFINITION);
    stages.add(GraphLookupStage.DEFINITION);
    stages.add(UnionStage.DEFINITION);
    stages.add(DocumentsStage.DEFINITION);
    stages.add(WindowParser.DEFINITION);
    stages.addAll(FillStages.all());
    for (String name : List.of("$geoNear", "$search", "$searchMeta", "$vectorSearch")) {
      stages.add(refused(name));
    }
    return stages;
  }

  /** A stage that MongoDB has and this server has not. */
  public static StageDefinition refused(String name) {
    return new StageDefinition(
        name,
        StageDefinition.Order.FIRST,
        StageDefinition.Collection.EITHER,
        (_, _) -> {
          throw new MqlException(
              MqlCode.COMMAND_NOT_SUPPORTED,
              "The stage " + name + " is not supported by this server.");
        });
  }
}
