package dev.partita.table.auth;

/**
 * What a table keeps under a name for signatures that refer to it; empty where it leaves something
 * to the signature.
 */
public record AccessPolicy(String id, String start, String expiry, String permissions) {}
