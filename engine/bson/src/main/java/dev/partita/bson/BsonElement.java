package dev.partita.bson;

/** A field of a document: its name and its value. */
public record BsonElement(String name, BsonValue value) {}
