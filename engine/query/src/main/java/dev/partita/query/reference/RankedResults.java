package dev.partita.query.reference;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Constant;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/**
 * One result for each row, the best first. Statistics of words cover all rows, including those that
 * the filter excludes, as those of an index would. Immutable.
 */
record RankedResults(List<Step> steps, Evaluator filter, List<Score> scores, Evaluator selection)
    implements Results {

  private static final Evaluator EVERY_ROW = Constant.of(JsonBoolean.TRUE);

  private record Ranked(JsonValue result, double score) {}

  @Override
  public Cursor open(Row row) {
    return new Cursor() {
      private Iterator<Ranked> ranked = List.<Ranked>of().iterator();
      private boolean started;

      @Override
      public JsonValue next() {
        if (!started) {
          started = true;
          ranked = ranked(row).iterator();
        }
        return ranked.hasNext() ? ranked.next().result : JsonUndefined.UNDEFINED;
      }
    };
  }

  private List<Ranked> ranked(Row row) {
    List<Score.Ranking> rankings = scores.stream().map(Score::start).toList();
    List<JsonValue> results = new ArrayList<>();
    RowCursor rows = new RowCursor(steps, EVERY_ROW, row);
    while (rows.next()) {
      JsonValue result = filter.isTrue(row) ? selection.result(row) : JsonUndefined.UNDEFINED;
      boolean kept = !result.isUndefined();
      rankings.forEach(ranking -> ranking.add(row, kept));
      if (kept) {
        results.add(result);
        row.execution().limits().onKept(1 + rankings.size());
      }
    }
    double[] fused =
        RankFusion.fuse(rankings.stream().map(Score.Ranking::goodness).toList(), scores);
    List<Ranked> ranked = new ArrayList<>(results.size());
    for (int i = 0; i < results.size(); i++) {
      ranked.add(new Ranked(results.get(i), fused[i]));
    }
    ranked.sort(Comparator.comparingDouble(Ranked::score).reversed());
    return ranked;
  }
}
