package dev.partita.bson;

import dev.partita.base.error.DatabaseException;

/**
 * Check of bytes that claim to be a document: lengths, types, ends, text in UTF-8, depth and size.
 * It takes time in proportion to the bytes and nests calls at most {@link #MAX_DEPTH} deep. Names
 * that occur twice are allowed, and names in arrays are not looked at, as in MongoDB.
 */
public final class BsonValidator {

  /** Levels of documents and arrays in each other; the limit of MongoDB's servers for messages. */
  public static final int MAX_DEPTH = 200;

  /** Largest document that is stored: MongoDB's limit. */
  public static final int MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

  /** Largest document within the server, which adds fields to what clients sent. */
  public static final int MAX_INTERNAL_BYTES = MAX_DOCUMENT_BYTES + 16 * 1024;

  private static final int SHORTEST = 5;

  private final byte[] bytes;

  private BsonValidator(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Checks that a range of bytes is exactly one document.
   *
   * @throws DatabaseException BAD_REQUEST with the offset of what is wrong
   */
  public static void validate(byte[] bytes, int offset, int length) {
    if (offset < 0 || length > bytes.length - offset) {
      throw new IllegalArgumentException("The range is not within the bytes.");
    }
    if (length < SHORTEST) {
      throw invalid("A document has at least five bytes.", offset);
    }
    if (length > MAX_INTERNAL_BYTES) {
      throw invalid("The document is larger than 16 MB.", offset);
    }
    if (LittleEndian.int32(bytes, offset) != length) {
      throw invalid("The length of the document is not that of its bytes.", offset);
    }
    new BsonValidator(bytes).document(offset, offset + length, 1);
  }

  /** Checks the document that begins at an offset and returns where it ends. */
  private int document(int offset, int limit, int depth) {
    if (depth > MAX_DEPTH) {
      throw invalid("Documents nest deeper than 200 levels.", offset);
    }
    int end = offset + length(offset, limit, SHORTEST) - 1;
    if (bytes[end] != 0) {
      throw invalid("A document does not end with a zero byte.", end);
    }
    int at = offset + 4;
    while (at < end) {
      BsonType type = BsonType.ofCode(bytes[at]);
      if (type == null) {
        throw invalid("There is no BSON type of this code.", at);
      }
      at = value(type, cstring(at + 1, end), end, depth);
    }
    return end + 1;
  }

  private int value(BsonType type, int at, int end, int depth) {
    return switch (type) {
      case STRING, SYMBOL, JAVASCRIPT -> string(at, end);
      case DOCUMENT, ARRAY -> document(at, end, depth + 1);
      case BINARY -> binary(at, end);
      case REGEX -> cstring(cstring(at, end), end);
      case DB_POINTER -> fixed(string(at, end), 12, end);
      case JAVASCRIPT_WITH_SCOPE -> scoped(at, end, depth);
      case BOOLEAN -> {
        fixed(at, 1, end);
        if (bytes[at] != 0 && bytes[at] != 1) {
          throw invalid("A boolean is neither 0 nor 1.", at);
        }
        yield at + 1;
      }
      default -> fixed(at, type.fixedLength(), end);
    };
  }

  private int fixed(int at, int length, int end) {
    if (end - at < length) {
      throw invalid("A value goes beyond its document.", at);
    }
    return at + length;
  }

  private int scoped(int at, int end, int depth) {
    int valueEnd = at + length(at, end, 14);
    int scope = string(at + 4, valueEnd);
    if (document(scope, valueEnd, depth + 1) != valueEnd) {
      throw invalid("The length of JavaScript with a scope is wrong.", at);
    }
    return valueEnd;
  }

  private int binary(int at, int end) {
    fixed(at, 5, end);
    int length = LittleEndian.int32(bytes, at);
    if (length < 0 || length > end - at - 5) {
      throw invalid("The length of a binary value is wrong.", at);
    }
    return at + 5 + length;
  }

  private int string(int at, int end) {
    fixed(at, 5, end);
    int length = LittleEndian.int32(bytes, at);
    if (length < 1 || length > end - at - 4) {
      throw invalid("The length of a string is wrong.", at);
    }
    int last = at + 4 + length - 1;
    if (bytes[last] != 0) {
      throw invalid("A string does not end with a zero byte.", last);
    }
    utf8(at + 4, last);
    return last + 1;
  }

  private int cstring(int at, int end) {
    int i = at;
    while (i < end && bytes[i] != 0) {
      i++;
    }
    if (i >= end) {
      throw invalid("A name does not end with a zero byte.", at);
    }
    utf8(at, i);
    return i + 1;
  }

  private int length(int at, int end, int least) {
    fixed(at, least, end);
    int length = LittleEndian.int32(bytes, at);
    if (length < least || length > end - at) {
      throw invalid("The length of a nested value is wrong.", at);
    }
    return length;
  }

  /** Checks well-formed UTF-8: shortest forms, no surrogates, nothing above U+10FFFF. */
  private void utf8(int from, int to) {
    int i = from;
    while (i < to) {
      int first = bytes[i] & 0xFF;
      if (first < 0x80) {
        i++;
        continue;
      }
      int more = first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : -1;
      if (more < 0 || to - i <= more || !secondFits(first, bytes[i + 1] & 0xFF)) {
        throw invalid("Text is not UTF-8.", i);
      }
      for (int k = 2; k <= more; k++) {
        if ((bytes[i + k] & 0xC0) != 0x80) {
          throw invalid("Text is not UTF-8.", i);
        }
      }
      i += more + 1;
    }
  }

  private static boolean secondFits(int first, int second) {
    int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    return second >= least && second <= most;
  }

  private static DatabaseException invalid(String text, int offset) {
    return DatabaseException.badRequest(text).with("offset", offset);
  }
}
