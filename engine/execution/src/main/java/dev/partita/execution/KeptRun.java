package dev.partita.execution;

import dev.partita.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of groups that the page before has found. It costs what it would if it found them. */
final class KeptRun implements Run {

  private final PageContext context;
  private final FoundGroups kept;
  private @Nullable FoundGroups rest;

  KeptRun(PageContext context, FoundGroups kept) {
    this.context = context;
    this.kept = kept;
  }

  @Override
  public @Nullable Place fill() {
    context.openAll();
    FoundGroups.Given given = kept.giveTo(context, context.from);
    rest = given.rest();
    return given.end();
  }

  @Override
  public @Nullable FoundGroups rest() {
    return rest;
  }

  @Override
  public List<JsonObject> operators() {
    return List.of(Operators.named("Kept"));
  }
}
