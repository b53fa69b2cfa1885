package dev.partita.script;

import java.util.List;
import java.util.Set;
import org.graalvm.polyglot.Source;
import org.jspecify.annotations.Nullable;

/** A function that was compiled and found valid. Safe for use by any number of threads. */
public final class Script {

  private final String name;
  private final Source source;
  private final List<@Nullable Set<String>> parameters;

  /**
   * @param parameters the properties that it looks at of each parameter, where that is known
   */
  Script(String name, Source source, List<@Nullable Set<String>> parameters) {
    this.name = name;
    this.source = source;
    this.parameters = parameters;
  }

  public String name() {
    return name;
  }

  Source source() {
    return source;
  }

  /** How many parameters there are of which anything may be known. */
  int parameterCount() {
    return parameters.size();
  }

  /** The properties that it looks at of an object that it gets; null if it may be any. */
  @Nullable Set<String> looksAt(int parameter) {
    return parameter < parameters.size() ? parameters.get(parameter) : null;
  }
}
