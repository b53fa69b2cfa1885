package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.CollectionRead;
import dev.partita.aggregation.pipeline.CollectionSource;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import dev.partita.mql.sort.SortPattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Collections that are lists. */
final class MemoryCollections implements CollectionSource {

  private final Map<String, List<BsonDocument>> collections = new HashMap<>();

  void put(String name, List<BsonDocument> documents) {
    collections.put(name, documents);
  }

  @Override
  public DocumentStream read(CollectionRead read, PipelineRun run) {
    Stream<BsonDocument> found =
        collections.getOrDefault(read.collection(), List.of()).stream()
            .filter(each -> read.filter().matches(each, run.variables()));
    SortPattern order = read.order();
    if (order != null) {
      found = found.sorted(order);
    }
    found = found.skip(read.skip());
    return DocumentStream.of((read.limit() == 0 ? found : found.limit(read.limit())).toList());
  }
}
