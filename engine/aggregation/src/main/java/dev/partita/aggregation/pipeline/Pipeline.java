package dev.partita.aggregation.pipeline;

import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.mql.Collation;
import dev.partita.mql.query.DocumentFilter;
import dev.partita.mql.sort.SortPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pipeline that was read. Immutable; safe for use by any number of threads. */
public final class Pipeline {

  private final List<Step> steps;
  private final boolean reads;
  private final @Nullable Collation collation;
  private final Head head;

  private Pipeline(List<Step> steps, boolean reads, @Nullable Collation collation, Head head) {
    this.steps = steps;
    this.reads = reads;
    this.collation = collation;
    this.head = head;
  }

  static Pipeline of(List<Step> steps, boolean reads, @Nullable Collation collation) {
    List<Step> ordered = StepOrder.improved(steps);
    return new Pipeline(List.copyOf(ordered), reads, collation, Head.of(ordered));
  }

  /**
   * What the first stages ask of the collection itself.
   *
   * @param count of the stages
   */
  private record Head(
      DocumentFilter filter, @Nullable SortPattern order, long skip, long limit, int count) {

    static Head of(List<Step> steps) {
      List<DocumentFilter> filters = new ArrayList<>();
      int at = 0;
      while (at < steps.size() && steps.get(at).stage() instanceof MatchStage(var filter)) {
        filters.add(filter);
        at++;
      }
      SortPattern order = null;
      if (at < steps.size() && steps.get(at).stage() instanceof SortStage(var pattern, _)) {
        order = pattern;
        at++;
      }
      long skip = 0;
      long limit = 0;
      for (; at < steps.size(); at++) {
        Stage stage = steps.get(at).stage();
        if (stage instanceof SkipStage(long more)) {
          if (limit != 0 && more >= limit) {
            break;
          }
          skip = Math.addExact(skip, more);
          limit = limit == 0 ? 0 : limit - more;
        } else if (stage instanceof LimitStage(long most)) {
          limit = limit == 0 ? most : Math.min(limit, most);
        } else {
          break;
        }
      }
      return new Head(DocumentFilter.all(filters), order, skip, limit, at);
    }
  }

  /** Its stages, in the order in which they are carried out. */
  public List<Step> steps() {
    return steps;
  }

  /** Whether it reads a collection; otherwise its first stage has documents of its own. */
  public boolean reads() {
    return reads;
  }

  /** What is asked of the collection itself. */
  public CollectionRead read(String collection) {
    return new CollectionRead(
        collection, head.filter(), collation, head.order(), head.skip(), head.limit());
  }

  /** The stages behind what is asked of the collection itself. */
  public List<Step> rest() {
    return steps.subList(reads ? head.count() : 0, steps.size());
  }

  /** Begins to run over a collection, or what the first stage has. */
  public DocumentStream open(String collection, PipelineRun run) {
    DocumentStream input =
        reads ? run.collections().read(read(collection), run) : DocumentStream.EMPTY;
    return through(rest(), input, run);
  }

  /** Sees the documents between stages. */
  @FunctionalInterface
  public interface Observer {

    /** The stream that takes the place of what comes out of a stage. */
    DocumentStream observed(int step, DocumentStream stream);
  }

  /** Like {@link #open}, with a view of what comes out of each of the {@link #rest}. */
  public DocumentStream observed(String collection, PipelineRun run, Observer observer) {
    DocumentStream stream =
        reads ? run.collections().read(read(collection), run) : DocumentStream.EMPTY;
    List<Step> stages = rest();
    for (int i = 0; i < stages.size(); i++) {
      stream = observer.observed(i, stages.get(i).stage().open(stream, run));
    }
    return stream;
  }

  /** Begins to run over the documents of a collection that a filter matches besides. */
  public DocumentStream open(String collection, DocumentFilter filter, PipelineRun run) {
    CollectionRead read = read(collection);
    DocumentFilter both = DocumentFilter.all(List.of(filter, read.filter()));
    CollectionRead narrowed =
        new CollectionRead(collection, both, collation, read.order(), read.skip(), read.limit());
    return through(rest(), run.collections().read(narrowed, run), run);
  }

  /** Begins to run over documents that are given. */
  public DocumentStream over(DocumentStream input, PipelineRun run) {
    return through(steps, input, run);
  }

  private static DocumentStream through(List<Step> steps, DocumentStream input, PipelineRun run) {
    DocumentStream stream = input;
    for (Step step : steps) {
      stream = step.stage().open(stream, run);
    }
    return stream;
  }
}
