package dev.partita.execution.run;

import dev.partita.execution.access.Candidates;
import dev.partita.execution.access.ItemAccess;
import dev.partita.execution.page.Ledger;
import dev.partita.execution.page.QueryPage;
import dev.partita.index.IndexPath;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;

/** How a page came about, in the form that EXPLAIN shows. Pure functions. */
public final class Operators {

  private Operators() {}

  static JsonObject named(String name) {
    return JsonObject.builder().put("operator", name).build();
  }

  /** A walk over all entries of an index that lie in the ranges that are asked for. */
  static JsonObject indexScan(List<IndexPath> paths) {
    return named("IndexScan")
        .with(
            "paths",
            JsonArray.of(paths.stream().map(path -> JsonString.of(path.toString())).toList()));
  }

  /** The operators of a page that was made, from the first, with what each did and cost. */
  public static JsonObject explain(PageContext context, Run run, QueryPage page) {
    List<JsonValue> operators = new ArrayList<>();
    JsonObject source = run.source();
    JsonObject access = source != null ? source : describe(context.loader.access());
    operators.add(
        access
            .with("items", JsonNumber.of(page.metrics().retrievedCount()))
            .with("indexEntries", JsonNumber.of(page.metrics().indexEntries()))
            .with("indexCharge", number(context.ledger.charged(Ledger.Work.INDEX)))
            .with("requestCharge", number(context.ledger.charged(Ledger.Work.READ))));
    operators.add(
        named("Filter")
            .with("items", JsonNumber.of(page.metrics().matchedCount()))
            .with("requestCharge", number(context.ledger.charged(Ledger.Work.COMPUTING))));
    operators.addAll(run.operators());
    operators.add(
        named("Project")
            .with("results", JsonNumber.of(page.metrics().outputCount()))
            .with("requestCharge", number(context.ledger.charged(Ledger.Work.OUTPUT))));
    return JsonObject.builder()
        .put("operators", JsonArray.of(operators))
        .put(
            "partitions",
            JsonArray.of(
                page.visits().stream()
                    .map(
                        visit ->
                            JsonObject.builder()
                                .put("partition", visit.partition())
                                .put("requestCharge", number(visit.charge()))
                                .build())
                    .toList()))
        .put("logicalRanges", context.fragments.size())
        .put("requestCharge", number(page.charge()))
        .put("complete", page.continuation() == null)
        .put("indexes", page.utilization().toJson())
        .build();
  }

  private static JsonObject describe(ItemAccess access) {
    return switch (access) {
      case ItemAccess.Scan _ -> named("Scan");
      case ItemAccess.Lookup(Candidates candidates, _, _) ->
          named("IndexLookup").with("candidates", describe(candidates));
    };
  }

  private static JsonObject describe(Candidates candidates) {
    return switch (candidates) {
      case Candidates.Listed(List<byte[]> keys) ->
          named("Listed").with("items", JsonNumber.of(keys.size()));
      case Candidates.Walk walk ->
          JsonObject.builder().put("operator", "Walk").put("path", walk.path().toString()).build();
      case Candidates.ListIntersection(List<Candidates> lists, _) ->
          named("Intersection").with("of", all(lists));
      case Candidates.TermIntersection(List<Candidates.Walk> terms, _, _, _) ->
          named("Intersection").with("of", all(terms));
      case Candidates.AllOf(List<Candidates> operands) ->
          named("Intersection").with("of", all(operands));
      case Candidates.AnyOf(List<Candidates> operands) -> named("Union").with("of", all(operands));
    };
  }

  private static JsonArray all(List<? extends Candidates> operands) {
    return JsonArray.of(operands.stream().map(Operators::describe).toList());
  }

  private static JsonNumber number(RequestCharge charge) {
    return JsonNumber.of(charge.requestUnits());
  }
}
