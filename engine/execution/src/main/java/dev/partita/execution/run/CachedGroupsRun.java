package dev.partita.execution.run;

import dev.partita.execution.page.Bookmark;
import dev.partita.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of groups that the page before has computed. It is charged as if it had computed them. */
public final class CachedGroupsRun implements Run {

  private final PageContext context;
  private final PendingGroups kept;
  private @Nullable PendingGroups rest;

  public CachedGroupsRun(PageContext context, PendingGroups kept) {
    this.context = context;
    this.kept = kept;
  }

  @Override
  public @Nullable Bookmark fill() {
    context.openAll();
    PendingGroups.Given given = kept.giveTo(context, context.from);
    rest = given.rest();
    return given.end();
  }

  @Override
  public @Nullable PendingGroups carriedOver() {
    return rest;
  }

  @Override
  public List<JsonObject> operators() {
    return List.of(Operators.named("Kept"));
  }
}
