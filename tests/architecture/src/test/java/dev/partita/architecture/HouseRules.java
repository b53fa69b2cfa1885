package dev.partita.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Rules on the text of one source file. Each finding names the line and the rule. Pure functions.
 */
final class HouseRules {

  private record Rule(Pattern forbidden, String reason) {}

  private static final int MOST_LINES = 600;
  // Concatenated, so that this file does not break its own rules.
  private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME)\\b");
  private static final Pattern SLEEP = Pattern.compile("Thread\\.sl" + "eep\\(");
  private static final Pattern WILDCARD = Pattern.compile("^import (static )?[\\w.]+\\.\\*;");
  // Key and trust managers are names of Java's API.
  private static final Pattern EMPTY_NAME =
      Pattern.compile(
          "\\b(class|interface|record|enum) \\w*((?<!Key|Trust)Manager|Utils?|Impl|Helper)\\b");

  // Assigning data as markup or code is how cross-site scripting happens.
  private static final Pattern MARKUP =
      Pattern.compile(
          "\\b(inner|outer|insertAdjacent)HTML\\b|\\bdocument\\.write|\\beval\\(|\\bnew"
              + " Function\\(");

  private static final Rule FINISHED =
      new Rule(UNFINISHED, "unfinished work belongs on the list of issues");
  private static final List<Rule> JAVA =
      List.of(
          FINISHED,
          new Rule(SLEEP, "waiting is done with the clock, in tests for a condition"),
          new Rule(WILDCARD, "imports name what they import"),
          new Rule(EMPTY_NAME, "a name says what a type is for"));

  private static final List<Rule> SCRIPT =
      List.of(FINISHED, new Rule(MARKUP, "what is shown is text, made with textContent"));

  private HouseRules() {}

  static List<String> findings(String fileName, List<String> lines) {
    var findings = new ArrayList<String>();
    if (fileName.matches(".*\\.(java|js|css)") && lines.size() > MOST_LINES) {
      findings.add(
          lines.size() + " lines: a file has at most " + MOST_LINES + "; split by feature");
    }
    List<Rule> rules = rules(fileName);
    for (int i = 0; i < lines.size(); i++) {
      for (Rule rule : rules) {
        if (rule.forbidden().matcher(lines.get(i)).find()) {
          findings.add("line " + (i + 1) + ": " + rule.reason());
        }
      }
    }
    return findings;
  }

  private static List<Rule> rules(String fileName) {
    if (fileName.endsWith(".java")) {
      return JAVA;
    }
    return fileName.endsWith(".js") ? SCRIPT : List.of(FINISHED);
  }
}
