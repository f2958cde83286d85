/** A limit on everything, in one place. Units are in the names. */
export const limits = {
  /** A member is limited to so many locations; who works at more has all. */
  locationsPerMember: 100,
  /** Companies that one person owns, their sample company aside. */
  organizationsPerOwner: 20,
  /** What a screen shows at once: a page is there sooner for being no longer. */
  pageSizeDefault: 25,
  /** What a screen asks for as someone scrolls on. */
  pageSizeFollowing: 100,
  pageSizeMax: 200,
  auditPageSize: 20,
  /** Rows of the audit trail that are counted; beyond them a screen says "over 10,000". */
  auditRowsCounted: 10_000,
  /** The newest rows that are looked through before the indexes of the filters are asked. */
  auditRowsWalked: 500,
  /** Searches of the audit trail of which something is remembered, and for how long. */
  auditSearchesRemembered: 500,
  auditSearchesRememberedMs: 300_000,
  /**
   * Records that a search text names before it counts as common: their rows are then looked for among the newest first.
   */
  auditSubjectsFound: 200,
  auditUsersListed: 500,
  /** Of one row: changes that a page lists. */
  auditChangesListed: 40,
  /** Rows that one seal covers; more take several. */
  sealedRows: 200_000,
  sealPartRows: 1_000,
  auditSealEveryHours: 24,
  auditSealAfterMinutes: 3,
  auditSealWebhookSeconds: 10,
  nameCharacters: 10_000,
  shortTextCharacters: 500,
  textCharacters: 20_000,
  urlCharacters: 2_000,
  skuCharacters: 200,
  /** GS1 codes have at most 48; other systems' own labels are longer. */
  barcodeCharacters: 100,
  searchCharacters: 200,
  /** What is remembered of a member's choices in the palette. */
  searchChoicesKept: 50,
  searchChoiceKeyCharacters: 100,
  quantityMax: 99_999_999_999,
  /**
   * A price per unit. A barcode scanned into the price field does not fit, and the value of a whole stock stays within
   * 15 digits.
   */
  moneyMax: 99_999_999.99,
  quantityDecimalsMax: 4,
  linesPerDocument: 1_000,
  photosPerLine: 8,
  /** Of an order's history, newest first, what its page shows. */
  historyRowsShown: 100,
  locationsPerProduct: 100,
  /** Orders that still bring a product, on its page: the next ones. */
  deliveriesShown: 20,
  /** Above so many products a wide window opens their list as a table. */
  productsAsCards: 100,
  /** Sales orders that wait for a product, on its page: those that are served next. */
  waitingOrdersShown: 20,
  /** The chart of a product: its days, the postings it shows one by one, and the movements that it reads at most. */
  historyDays: 90,
  historySteps: 120,
  historyMovements: 20_000,
  /** Of the open documents that keep a record from being deleted, those that are named. */
  documentsInTheWay: 5,
  requestBodyBytes: 1_048_576,
  /** Lists and objects inside each other; no endpoint's input has more than four. */
  inputLevels: 12,
  importFileBytes: 20_971_520,
  importUnpackedBytes: 100_663_296,
  importZipEntries: 1_000,
  importColumns: 200,
  importSheetsNamed: 20,
  importMergedRanges: 10_000,
  importRowsPerSheet: 50_000,
  /** Rows with anything in them, blanks included, beyond which a sheet is not even unpacked. */
  importRowsUnpacked: 100_000,
  importParseSeconds: 30,
  importChunk: 250,
  importParseMegabytes: 320,
  importFilesWaiting: 3,
  importFileKeptHours: 24,
  importFilesKept: 10,
  importProblemsListed: 1_000,
  importRowsListed: 200,
  importSeconds: 120,
  /** Imports, undos and files that are read: each has a connection for as long as it takes. */
  longCommandsAtOnce: 4,
  longCommandsPerOrganization: 2,
  longCommandWaitSeconds: 30,
  pictureBytes: 15_728_640,
  /** A phone's largest setting takes 50 million; beyond this the file is not decoded at all. */
  picturePixels: 60_000_000,
  picturePixelsPerSide: 20_000,
  /** Longest side of what is kept, and of the small one that lists show. */
  pictureSide: 1_600,
  pictureSideSmall: 320,
  pictureSeconds: 10,
  picturesAtOnce: 2,
  picturesWaiting: 20,
  /** The logo of an organization: what may be uploaded, and the longest sides of what is kept (pixels). */
  logoBytes: 2_097_152,
  logoWidth: 600,
  logoHeight: 240,
  /** Uploads of an organization that nothing refers to yet. */
  filesUnused: 500,
  fileKeptUnusedHours: 24,
  /** Files that are made while they are sent (reports), each on a database connection of its own. */
  downloadsAtOnce: 4,
  downloadsPerOrganization: 2,
  downloadWaitSeconds: 10,
  downloadBatchRows: 500,
  /** One step of reading: the first one may have to sort or add up a whole catalog. */
  downloadStatementSeconds: 60,
  /** A reader who takes nothing for so long has gone. */
  downloadIdleSeconds: 120,
  /** A chart and its sums are made of at most so many entries of the history. */
  summedTransactions: 500_000,
  /**
   * A page read on a user's behalf: from the first name looked up to the last byte, and what is waited for a turn
   * before.
   */
  outsideSeconds: 5,
  outsideWaitSeconds: 3,
  outsideRedirects: 3,
  outsideBytes: 1_048_576,
  outsidePerOrganization: 2,
  outsideAtOnce: 20,
  outsideFailureSeconds: 1,
  /**
   * An email handed to the mail server: from the first name looked up to its last word, and what is waited for a turn
   * before.
   */
  mailSeconds: 15,
  mailWaitSeconds: 5,
  mailsAtOncePerOrganization: 2,
  mailsAtOnce: 10,
  mailsPerDay: 500,
  /** After this no one is at it any more, and the same email may be tried again. */
  mailClaimSeconds: 60,
  /** Streams of events that one session keeps open: a browser's tabs, each with one. */
  eventStreamsPerSession: 50,
  /** Of one person and of one organization, in all server processes together. */
  eventStreamsPerUser: 100,
  eventStreamsPerOrganization: 1_000,
  eventHeartbeatSeconds: 20,
  /** What waits for a reader of events; who takes nothing for so long is cut off and comes back. */
  eventBytesWaiting: 262_144,
  /** Members and open invitations of an organization together. */
  membersPerOrganization: 500,
  invitationDays: 7,
  invitationsPerDay: 100,
  /** Mails of invitations to one address, from all organizations together. */
  invitationMailsPerAddressPerDay: 10,
  /**
   * Events of the feed in one answer, how long a reader may wait for the next one, and how many of an organization wait
   * at once.
   */
  feedPageDefault: 100,
  feedPageMax: 500,
  feedWaitSeconds: 20,
  feedWaitsPerOrganization: 20,
  feedKeptDays: 90,
  webhooksPerOrganization: 20,
  /**
   * One request of a webhook, from the first name looked up to the answer's status; and after how long a claim no one
   * finished is free again.
   */
  webhookSeconds: 10,
  webhookClaimSeconds: 60,
  /** Deliveries of an address that are recorded ahead; the rest stays in the feed. */
  webhookDeliveriesWaiting: 200,
  /**
   * Events of a webhook that may wait behind refused ones of their records; beyond that, all later ones wait in the
   * feed.
   */
  webhookDeliveriesHeld: 20_000,
  webhookRequestsPerEndpoint: 4,
  webhooksAtOnce: 20,
  webhooksAtOncePerOrganization: 4,
  webhookRotationHours: 24,
  /** An event that fails for so long switches its address off. */
  webhookFailingDays: 5,
  apiKeysPerOrganization: 50,
  /** Of one key: so many at once, and then so many a minute. */
  apiKeyBurst: 100,
  apiKeyRequestsPerMinute: 600,
  /** Browsers of one person that get push messages; beyond them the oldest gets none any more. */
  pushSubscriptionsPerUser: 20,
  commentCharacters: 10_000,
  commentsPerRecord: 2_000,
  mentionsPerComment: 50,
  /** Links to one order that still open it, and for how long one may. */
  sharesPerDocument: 20,
  shareDaysMax: 365,
  /** What someone who has a link sends: a form with a quantity for each line of an order. */
  shareFormBytes: 98_304,
  shareLabelCharacters: 120,
  shareMessageCharacters: 2_000,
  /** What a notification quotes of a message. */
  notificationQuoteCharacters: 200,
  /** Questions and answers that one link leaves. */
  messagesPerShare: 100,
  /** Lines whose pictures a shared page shows. */
  sharePictures: 100,
  /** How far ahead a supplier may date a delivery. */
  deliveryDaysMax: 1_826,
  /** Mails of notifications that go to one member a day. */
  notificationMailsPerDay: 50,
  commandRetries: 5,
  /** Commands that run in one transaction, and how many such transactions one organization has at a time. */
  groupMembers: 64,
  /** Lines of all of them; one with more than a few runs by itself. */
  groupLines: 256,
  groupLinesOfOne: 50,
  groupTotalMax: 10_000_000_000,
  groupsAtOnce: 2,
  /** How many must wait before a group begins beside another one. */
  groupMembersBeside: 8,
  /** What a group waits for a lock that a command outside holds, before its members run one by one. */
  groupLockTimeoutMs: 50,
  /** Beyond so much work a command is asked to come back later, rather than wait. */
  groupWaitMs: 250,
  /**
   * Connections to the database. Organizations that have one leave some to those that have none, and writes the last
   * ones to reads.
   */
  databaseConnections: 14,
  connectionsForOthers: 4,
  /** For a connection, or for the organization's turn; beyond so many no one waits any more. */
  connectionWaitMs: 5_000,
  requestsWaiting: 2_000,
  lockTimeoutMs: 2_000,
  statementTimeoutMs: 5_000,
  /**
   * How long a large import waits for the planner's statistics after its commit, and how long one table of them may
   * take.
   */
  statisticsWaitMs: 3_000,
  statisticsTableSeconds: 60,
  idleInTransactionTimeoutMs: 10_000,
  shutdownSeconds: 10,
  clockSkewMinutes: 5,
  /**
   * Every ledger is checked some minutes after a start and then once a day; one query over one ledger may take so long.
   */
  ledgerCheckAfterMinutes: 5,
  ledgerCheckEveryHours: 24,
  ledgerCheckQuerySeconds: 900,
} as const
