package dev.partita.table.auth;

/**
 * What requests do, with what a signature must allow for it: the resource type (service, container
 * or object) and the letters of permissions, any of those in an account's, all of those in a
 * table's.
 */
public enum Operation {
  READ_SERVICE('s', "r", ""),
  WRITE_SERVICE('s', "w", ""),
  QUERY_TABLES('c', "l", ""),
  CREATE_TABLE('c', "cw", ""),
  DELETE_TABLE('c', "d", ""),
  /** Who may do what with a table is for holders of a key only. */
  ACCESS_POLICIES('c', "", ""),
  READ('o', "r", "r"),
  INSERT('o', "a", "a"),
  UPDATE('o', "u", "u"),
  UPSERT('o', "au", "au"),
  DELETE('o', "d", "d");

  private final char resourceType;
  private final String accountPermissions;
  private final String tablePermissions;

  Operation(char resourceType, String accountPermissions, String tablePermissions) {
    this.resourceType = resourceType;
    this.accountPermissions = accountPermissions;
    this.tablePermissions = tablePermissions;
  }

  char resourceType() {
    return resourceType;
  }

  /** Whether an account's signature with these permissions allows it. */
  boolean isAllowedInAccount(String permissions) {
    if (this == UPSERT) {
      return holdsAll(permissions, accountPermissions);
    }
    return accountPermissions.chars().anyMatch(letter -> permissions.indexOf(letter) >= 0);
  }

  /** Whether a table's signature with these permissions allows it. */
  boolean isAllowedInTable(String permissions) {
    return !tablePermissions.isEmpty() && holdsAll(permissions, tablePermissions);
  }

  boolean isReading() {
    return this == READ || this == QUERY_TABLES || this == READ_SERVICE;
  }

  private static boolean holdsAll(String permissions, String needed) {
    return needed.chars().allMatch(letter -> permissions.indexOf(letter) >= 0);
  }
}
