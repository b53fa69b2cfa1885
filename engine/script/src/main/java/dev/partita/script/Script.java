package dev.partita.script;

import java.util.List;
import java.util.Set;
import org.graalvm.polyglot.Source;
import org.jspecify.annotations.Nullable;

/** Function that was compiled and found valid. Safe for use by any number of threads. */
public final class Script {

  private final String name;
  private final Source source;
  private final List<@Nullable Set<String>> parameters;

  /**
   * @param parameters for each parameter the properties that it reads, or null where that is
   *     unknown
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

  /** Number of parameters for which the properties read may be known. */
  int parameterCount() {
    return parameters.size();
  }

  /** Properties that the function reads of an object argument; null if unknown. */
  @Nullable Set<String> looksAt(int parameter) {
    return parameter < parameters.size() ? parameters.get(parameter) : null;
  }
}
