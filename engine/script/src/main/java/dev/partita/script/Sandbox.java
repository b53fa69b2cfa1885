package dev.partita.script;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.ResourceLimits;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * The JavaScript engine without access to anything but the language, and the contexts that it
 * creates: no classes, files, sockets, threads, processes or environment of the server; no code
 * made from text; strings, buffers and argument lists of bounded size. Compiled code is shared by
 * all contexts, values never are. Safe for use by any number of threads.
 */
final class Sandbox implements AutoCloseable {

  static final String LANGUAGE = "js";

  /**
   * A little more than the limit of a response, so that a response that is too long fails with its
   * own error.
   */
  private static final String STRING_CHARS = Integer.toString(5 << 20);

  private static final String[] ABSENT = {
    "js.atomics",
    "js.bigint",
    "js.console",
    "js.graal-builtin",
    "js.global-arguments",
    "js.intl-402",
    "js.java-package-globals",
    "js.load",
    "js.polyglot-builtin",
    "js.print",
    "js.shared-array-buffer",
    "js.webassembly",
  };

  private final Engine engine;
  private final Source guards;
  private final Source prelude;

  Sandbox() {
    Engine.Builder builder =
        Engine.newBuilder(LANGUAGE)
            .allowExperimentalOptions(true)
            .in(InputStream.nullInputStream())
            .out(OutputStream.nullOutputStream())
            .err(OutputStream.nullOutputStream())
            .option("engine.WarnInterpreterOnly", "false")
            .option("js.allow-eval", "false")
            // Later editions add built-in functions with long loops that do not poll, and little
            // else.
            .option("js.ecmascript-version", "2022")
            .option("js.max-apply-argument-length", "65535")
            .option("js.max-typed-array-length", Integer.toString(4 << 20))
            .option("js.string-length-limit", STRING_CHARS)
            .option("js.timezone", "UTC")
            .option("js.unhandled-rejections", "throw")
            .option("js.zone-rules-based-time-zones", "true");
    for (String option : ABSENT) {
      builder.option(option, "false");
    }
    engine = builder.build();
    var counter = requireNonNull(engine.getInstruments().get(WorkCounter.ID), WorkCounter.ID);
    // Looking an instrument up activates it.
    var _ = requireNonNull(counter.lookup(WorkCounter.class), WorkCounter.ID);
    guards = resource("guards.js");
    prelude = resource("prelude.js");
  }

  /** Creates a context without a script in it. */
  Context context(ScriptLimits limits) {
    Context.Builder builder =
        Context.newBuilder(LANGUAGE)
            .engine(engine)
            .allowHostAccess(HostAccess.NONE)
            .allowPolyglotAccess(PolyglotAccess.NONE)
            .allowEnvironmentAccess(EnvironmentAccess.NONE)
            .allowIO(IOAccess.NONE)
            .allowCreateProcess(false)
            .allowCreateThread(false)
            .allowNativeAccess(false);
    if (limits.statements() > 0) {
      builder.resourceLimits(
          ResourceLimits.newBuilder()
              .statementLimit(limits.statements(), source -> !source.isInternal())
              .build());
    }
    return builder.build();
  }

  /** Installs the server's library in a context; returns the functions that run scripts. */
  Value furnish(Context context, ProxyExecutable host, String setup) {
    context.eval(guards);
    return context.eval(prelude).execute(host, setup);
  }

  @Override
  public void close() {
    engine.close(true);
  }

  /** Source of the server's own code. */
  static Source internal(String name, String text) {
    return Source.newBuilder(LANGUAGE, text, name).internal(true).buildLiteral();
  }

  private static Source resource(String name) {
    try (InputStream stream = Sandbox.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("The module lacks " + name + ".");
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return internal(name, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
