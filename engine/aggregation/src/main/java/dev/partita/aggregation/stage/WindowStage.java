package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.SortStage;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.aggregation.stream.ExternalSort;
import dev.partita.aggregation.stream.Workspace;
import dev.partita.base.bytes.Bytes;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonKeyWriter;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.sort.SortPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Documents with values that are computed from others of their partition.
 *
 * @param partitionBy null for one partition
 * @param order of the documents of a partition; null for any
 */
record WindowStage(
    @Nullable Expression partitionBy,
    @Nullable SortPattern order,
    List<Output> outputs,
    BsonOrder values)
    implements Stage {

  /** A field with what is computed for it. */
  record Output(NestedField field, WindowFunction function) {}

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    return new Windows(input, run);
  }

  private final class Windows implements DocumentStream {

    private final DocumentStream input;
    private final PipelineRun run;
    private final ExternalSort sort;
    private final Workspace.Memory memory;
    private ExternalSort.@Nullable Results sorted;
    private ExternalSort.@Nullable Sorted next;
    private List<BsonDocument> partition = List.of();
    private List<List<@Nullable BsonValue>> columns = List.of();
    private int at;

    Windows(DocumentStream input, PipelineRun run) {
      this.input = input;
      this.run = run;
      Workspace.Memory forSort = run.memory();
      this.sort = new ExternalSort(forSort, 0, SortStage.refusal(forSort));
      this.memory = run.memory();
    }

    @Override
    public @Nullable BsonDocument next() {
      if (sorted == null) {
        for (BsonDocument each = input.next(); each != null; each = input.next()) {
          sort.add(key(each), each);
        }
        sorted = sort.results();
        next = sorted.next();
      }
      if (at == partition.size() && !nextPartition(sorted)) {
        return null;
      }
      BsonDocument document = partition.get(at);
      for (int i = 0; i < outputs.size(); i++) {
        document = outputs.get(i).field().set(document, columns.get(i).get(at));
      }
      at++;
      return GroupTable.checked(document);
    }

    private byte[] key(BsonDocument document) {
      BsonKeyWriter key = new BsonKeyWriter(values);
      key.add(partition(document));
      return order == null ? key.toBytes() : Bytes.concat(key.toBytes(), order.key(document));
    }

    private BsonValue partition(BsonDocument document) {
      BsonValue value =
          partitionBy == null ? null : partitionBy.evaluate(document, run.variables());
      if (value != null && value.isArray()) {
        throw MqlException.typeMismatch(
            "An expression used to partition cannot evaluate to value of type array");
      }
      return value == null ? BsonValue.NULL : value;
    }

    private boolean nextPartition(ExternalSort.Results from) {
      ExternalSort.Sorted first = next;
      if (first == null) {
        return false;
      }
      memory.giveAllBack();
      BsonValue key = partition(first.document());
      List<BsonDocument> documents = new ArrayList<>();
      while (next != null && values.equal(partition(next.document()), key)) {
        memory.require(
            next.document().byteLength(),
            5_643_011,
            "Exceeded memory limit in DocumentSourceSetWindowFields: a partition takes more than "
                + memory.bytesMax()
                + " bytes");
        documents.add(next.document());
        next = from.next();
      }
      WindowPartition whole = new WindowPartition(documents, order, run.variables());
      partition = documents;
      columns = outputs.stream().map(output -> output.function().compute(whole)).toList();
      at = 0;
      return true;
    }

    @Override
    public void close() {
      memory.close();
      sort.close();
      input.close();
    }
  }
}
