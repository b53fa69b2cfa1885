package dev.partita.mongo.command;

/**
 * A command that was answered, for those who count. Immutable.
 *
 * @param name empty if there is no such command
 * @param code 0 if it was carried out
 */
public record AnsweredCommand(
    String name,
    String database,
    String collection,
    int code,
    double requestUnits,
    long nanos,
    long bytes) {}
