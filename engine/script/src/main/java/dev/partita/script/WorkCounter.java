package dev.partita.script;

import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.instrumentation.EventContext;
import com.oracle.truffle.api.instrumentation.ExecutionEventNode;
import com.oracle.truffle.api.instrumentation.SourceSectionFilter;
import com.oracle.truffle.api.instrumentation.StandardTags;
import com.oracle.truffle.api.instrumentation.Tag;
import com.oracle.truffle.api.instrumentation.TruffleInstrument;
import com.oracle.truffle.api.instrumentation.provider.TruffleInstrumentProvider;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.source.SourceSection;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Instrument that counts the work of scripts, in units that depend on the script and its data
 * alone: neither on the machine nor on the state of the JIT. A statement, an iteration of a loop
 * and a call of a function are one unit each, long statements more; a built-in function adds the
 * elements that it reads and creates.
 *
 * <p>The engine creates it and lets it insert its nodes into the code of all scripts. The nodes run
 * on the thread of the script.
 */
public final class WorkCounter extends TruffleInstrument {

  static final String ID = "partita-work";

  /** Length of a statement that counts as one unit. */
  private static final int CHARS = 64;

  private static final int ELEMENTS = 16;
  private static final int BYTES = 64;

  /** Built-in functions that do not iterate over their array. */
  private static final Set<String> AT_ONCE =
      Set.of(
          "apply",
          "at",
          "bind",
          "call",
          "charAt",
          "charCodeAt",
          "codePointAt",
          "defineProperty",
          "entries",
          "get",
          "getOwnPropertyDescriptor",
          "getPrototypeOf",
          "has",
          "hasOwnProperty",
          "isArray",
          "isView",
          "keys",
          "pop",
          "push",
          "set",
          "toString",
          "valueOf",
          "values",
          "[Symbol.iterator]");

  /** Called by the engine. */
  public WorkCounter() {}

  @Override
  protected void onCreate(Env env) {
    Class<? extends Tag> branch = tag(env, "ControlFlowBranchTag");
    Class<? extends Tag> builtin = tag(env, "BuiltinRoot");
    env.getInstrumenter()
        .attachExecutionEventFactory(
            SourceSectionFilter.newBuilder()
                .tagIs(StandardTags.StatementTag.class, StandardTags.RootTag.class, branch)
                .build(),
            context -> new Step(units(context)));
    env.getInstrumenter()
        .attachExecutionEventFactory(
            SourceSectionFilter.newBuilder().tagIs(builtin).build(),
            context -> AT_ONCE.contains(name(context)) ? new Step(1) : new Builtin());
    env.registerService(this);
  }

  private static Class<? extends Tag> tag(Env env, String name) {
    Class<? extends Tag> tag = Tag.findProvidedTag(env.getLanguages().get(Sandbox.LANGUAGE), name);
    if (tag == null) {
      throw new IllegalStateException("The language marks nothing as " + name + ".");
    }
    return tag;
  }

  private static String name(EventContext context) {
    String name = context.getInstrumentedNode().getRootNode().getName();
    return name == null ? "" : name.substring(name.lastIndexOf('.') + 1);
  }

  /** Units of a statement; statements nested in it count for themselves. */
  private static long units(EventContext context) {
    SourceSection section = context.getInstrumentedSourceSection();
    return section == null
            || !context.hasTag(StandardTags.StatementTag.class)
            || section.getCharLength() < CHARS
            || section.getCharacters().toString().indexOf('{') >= 0
        ? 1
        : 1 + section.getCharLength() / CHARS;
  }

  private static void add(long units) {
    if (Thread.currentThread() instanceof ScriptThread thread) {
      thread.add(units);
    }
  }

  private static final class Step extends ExecutionEventNode {

    private final long units;

    Step(long units) {
      this.units = units;
    }

    @Override
    protected void onEnter(VirtualFrame frame) {
      add(units);
    }
  }

  private static final class Builtin extends ExecutionEventNode {

    @Override
    protected void onEnter(VirtualFrame frame) {
      long units = 1;
      for (Object argument : frame.getArguments()) {
        units += size(argument);
      }
      add(units);
    }

    @Override
    protected void onReturnValue(VirtualFrame frame, @Nullable Object result) {
      if (result instanceof TruffleString text) {
        add(size(text));
      }
    }

    private static long size(@Nullable Object value) {
      if (value instanceof TruffleString text) {
        return text.byteLength(TruffleString.Encoding.UTF_16) / BYTES;
      }
      if (value == null || value instanceof Number || value instanceof Boolean) {
        return 0;
      }
      InteropLibrary objects = InteropLibrary.getUncached();
      try {
        return objects.hasArrayElements(value) ? objects.getArraySize(value) / ELEMENTS : 0;
      } catch (UnsupportedMessageException _) {
        return 0;
      }
    }
  }

  /**
   * Service provider through which the engine finds the instrument; named in {@code
   * META-INF/services}.
   */
  @Registration(id = ID, name = "Work of scripts", services = WorkCounter.class)
  public static final class Provider extends TruffleInstrumentProvider {

    /** Called by the engine. */
    public Provider() {}

    @Override
    protected String getInstrumentClassName() {
      return WorkCounter.class.getName();
    }

    @Override
    protected Object create() {
      return new WorkCounter();
    }

    @Override
    protected Collection<String> getServicesClassNames() {
      return List.of(WorkCounter.class.getName());
    }
  }
}
