package dev.partita.script;

import org.graalvm.polyglot.Source;

/** A function that was compiled and found valid. Safe for use by any number of threads. */
public final class Script {

  private final String name;
  private final Source source;

  Script(String name, Source source) {
    this.name = name;
    this.source = source;
  }

  public String name() {
    return name;
  }

  Source source() {
    return source;
  }
}
