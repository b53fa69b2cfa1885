package dev.partita.server;

import dev.partita.base.time.Clock;
import dev.partita.nosql.ScriptStart;
import dev.partita.storage.Hint;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What opens nodes, and begins before that what need not wait for their data. Safe for any number
 * of threads.
 */
public final class NodeFactory implements EngineFactory {

  /** For the first node. */
  private final AtomicReference<@Nullable ScriptStart> begun;

  private NodeFactory(@Nullable ScriptStart begun) {
    this.begun = new AtomicReference<>(begun);
  }

  public static NodeFactory standard() {
    return new NodeFactory(null);
  }

  /**
   * Begins at once.
   *
   * @param data where it probably is; should it be elsewhere, something was done in vain
   */
  public static NodeFactory expecting(Optional<Path> data) {
    return new NodeFactory(
        data.map(folder -> ScriptStart.begin(Hint.ofScripts(folder), Clock.system())).orElse(null));
  }

  @Override
  public EngineFactory begin(ServerOptions options) {
    ScriptStart scripts = scripts(options);
    return later -> Node.open(later, scripts);
  }

  @Override
  public Node open(ServerOptions options) {
    return Node.open(options, scripts(options));
  }

  private ScriptStart scripts(ServerOptions options) {
    Hint hint = options.inMemory() ? Hint.NONE : Hint.ofScripts(options.data());
    ScriptStart early = begun.getAndSet(null);
    return early == null ? ScriptStart.begin(hint, Clock.system()) : early.heeding(hint);
  }
}
