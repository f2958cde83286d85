import { importLimits } from './import-limits.ts'

/** A limit on everything, in one place. Units are in the names. */
export const limits = {
  ...importLimits,
  /** A member can be limited to this many locations; members who work at more have all. */
  locationsPerMember: 100,
  /** Companies that one person can own, besides their sample company. */
  organizationsPerOwner: 20,
  /** The initial rows of a screen: shorter pages load faster. */
  pageSizeDefault: 25,
  /** The rows a screen loads while scrolling. */
  pageSizeFollowing: 100,
  pageSizeMax: 200,
  auditPageSize: 20,
  /** Rows of the audit trail that are counted; beyond them a screen says "over 10,000". */
  auditRowsCounted: 10_000,
  /** The newest rows that are tested before the filters' indexes are used. */
  auditRowsScanned: 500,
  /** The newest stock changes whose summary is compared with a search text: no index leads to a number of units. */
  auditStockSummariesTested: 10_000,
  /** Searches of the audit trail of which something is remembered, and for how long. */
  auditSearchesRemembered: 500,
  auditSearchesRememberedMs: 300_000,
  /**
   * Records that a search text names before it counts as common: their rows are then searched among the newest first.
   */
  auditSubjectsFound: 200,
  auditUsersListed: 500,
  /** Per row: changes that a page lists. */
  auditChangesListed: 40,
  /** Rows that one seal covers; more need several. */
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
  /** GS1 codes have at most 48; other systems' labels are longer. */
  barcodeCharacters: 100,
  /** Of what a scanner reads: a code of GS1 or a link to a product. */
  scannedCharacters: 2_000,
  searchCharacters: 200,
  /** The number of a member's palette choices to remember. */
  searchChoicesKept: 50,
  searchChoiceKeyCharacters: 100,
  quantityMax: 99_999_999_999,
  /**
   * A price per unit. A barcode scanned into the price field doesn't fit, and the value of an entire stock stays within
   * 15 digits.
   */
  moneyMax: 99_999_999.99,
  /** The amount of a document's line, and of a document. */
  amountMax: 999_999_999_999.99,
  quantityDecimalsMax: 4,
  linesPerDocument: 1_000,
  /** Products to reorder that are added to an order at once. */
  reorderedAtOnce: 200,
  photosPerLine: 8,
  productsEditedAtOnce: 1_000,
  productsDeletedAtOnce: 1_000,
  /** Rows of a list that can be selected together. */
  rowsSelected: 1_000,
  productsLabeledAtOnce: 1_000,
  /** Items of purchase orders that are submitted, or moved back to draft, together. */
  linesSubmittedAtOnce: 5_000,
  /** Labels of one PDF: 2,000 are 84 sheets. */
  labelsPerFile: 2_000,
  /** Documents of one PDF, and the lines of all of them: 10,000 take 2.5 s of processor time and 130 MB. */
  documentsPerFile: 100,
  documentLinesPerFile: 10_000,
  /** Products of one count sheet, and its lines: a product has one for each lot. */
  countSheetProducts: 2_000,
  countSheetLines: 10_000,
  /** Entries of an order's history on its page, newest first. */
  historyRowsShown: 100,
  /** Payments on account that are due within these days are listed as due. */
  paymentDueSoonDays: 7,
  /** The hour of a company's day from which members are notified of them. */
  paymentReminderHour: 8,
  locationsPerProduct: 100,
  /** Purchase orders that bring a product, on its page: the next ones. */
  deliveriesShown: 20,
  /** Above this many products a wide window shows their list as a table. */
  productsAsCards: 100,
  /** Sales orders that wait for a product, on its page: the next to be filled. */
  waitingOrdersShown: 20,
  /** The chart of a product: its days, the postings it shows individually, and the most movements it reads. */
  historyDays: 90,
  historySteps: 120,
  historyMovements: 20_000,
  /** How many of the open documents that prevent a deletion are listed. */
  documentsInTheWay: 5,
  requestBodyBytes: 1_048_576,
  /** Nested lists and objects; no endpoint's input has more than four. */
  inputLevels: 12,
  /** Simultaneous imports, undos and file reads: each holds a connection. */
  longCommandsAtOnce: 4,
  longCommandsPerOrganization: 2,
  longCommandWaitSeconds: 30,
  pictureBytes: 15_728_640,
  /** A phone's largest setting takes 50 million; larger files aren't decoded at all. */
  picturePixels: 60_000_000,
  picturePixelsPerSide: 20_000,
  /** Longest side of the stored picture, and of the small one for lists. */
  pictureSide: 1_600,
  pictureSideSmall: 320,
  pictureSeconds: 10,
  picturesAtOnce: 2,
  picturesWaiting: 20,
  picturesWaitingPerOrganization: 10,
  /** The logo of an organization: the upload's limits, and the longest stored sides (pixels). */
  logoBytes: 2_097_152,
  logoWidth: 600,
  logoHeight: 240,
  /** An organization's unused uploads. */
  filesUnused: 500,
  fileKeptUnusedHours: 24,
  /** Files generated while they are sent (reports), each on its own database connection. */
  downloadsAtOnce: 4,
  downloadsPerOrganization: 2,
  downloadWaitSeconds: 10,
  downloadBatchRows: 500,
  /** One step of reading: the first one may have to sort or sum an entire catalog. */
  downloadStatementSeconds: 60,
  /** A reader that reads nothing for this long has left. */
  downloadIdleSeconds: 120,
  /** A chart and its sums use at most this many entries of the history. */
  summedTransactions: 500_000,
  /** Reading a page on a user's behalf: from the DNS lookup to the last byte, and the wait for a slot before that. */
  outsideSeconds: 5,
  outsideWaitSeconds: 3,
  outsideRedirects: 3,
  outsideBytes: 1_048_576,
  outsidePerOrganization: 2,
  outsideAtOnce: 20,
  outsideFailureSeconds: 1,
  /**
   * Handing an email to the mail server: from the DNS lookup to its final response, and the wait for a slot before
   * that.
   */
  mailSeconds: 15,
  mailWaitSeconds: 5,
  mailsAtOncePerOrganization: 2,
  mailsAtOnce: 10,
  mailsPerDay: 500,
  /** After this no process is working on it any more, and the same email can be retried. */
  mailClaimSeconds: 60,
  /** Event streams per session: one for each of a browser's tabs. */
  eventStreamsPerSession: 50,
  /** Per person and per organization, across all server processes. */
  eventStreamsPerUser: 100,
  eventStreamsPerOrganization: 1_000,
  eventHeartbeatSeconds: 20,
  /** Data waiting for a reader of events; one that reads nothing for this long is disconnected and reconnects. */
  eventBytesWaiting: 262_144,
  /** An organization's members and open invitations together. */
  membersPerOrganization: 500,
  invitationDays: 7,
  invitationsPerDay: 100,
  /** Invitation emails to one address, from all organizations together. */
  invitationMailsPerAddressPerDay: 10,
  /**
   * Events of the feed per response, how long a reader may wait for the next one, and how many of an organization wait
   * at once.
   */
  feedPageDefault: 100,
  feedPageMax: 500,
  feedWaitSeconds: 20,
  feedWaitsPerOrganization: 20,
  feedKeptDays: 90,
  webhooksPerOrganization: 20,
  /** One webhook request, from the DNS lookup to the response's status; and when an unfinished claim expires. */
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
  /** An event that fails for this long turns its address off. */
  webhookFailingDays: 5,
  /** An address that accepted nothing for this long had an outage: the first event that it accepts ends it. */
  webhookOutageMinutes: 10,
  apiKeysPerOrganization: 50,
  /** Per key: this many at once, and then this many per minute. */
  apiKeyBurst: 100,
  apiKeyRequestsPerMinute: 600,
  /** One person's browsers that get push messages; beyond that the oldest loses them. */
  pushSubscriptionsPerUser: 20,
  commentCharacters: 10_000,
  commentsPerRecord: 2_000,
  mentionsPerComment: 50,
  /** Valid links to one order, and their maximum lifetime. */
  sharesPerDocument: 20,
  shareDaysMax: 365,
  /** The input of a link's visitor: a form with a quantity for each line of an order. */
  shareFormBytes: 98_304,
  shareLabelCharacters: 120,
  shareMessageCharacters: 2_000,
  /** What a notification quotes of a message. */
  notificationQuoteCharacters: 200,
  /** Questions and answers per link. */
  messagesPerShare: 100,
  /** Lines with pictures on a shared page. */
  sharePictures: 100,
  /** How far ahead a supplier may date a delivery. */
  deliveryDaysMax: 1_826,
  /** Notification emails per member and day. */
  notificationMailsPerDay: 50,
  commandRetries: 5,
  /** Commands that run in one transaction, and an organization's simultaneous such transactions. */
  groupMembers: 64,
  /** Lines of all of them; a command with more than a few runs alone. */
  groupLines: 256,
  groupLinesOfOne: 50,
  groupTotalMax: 10_000_000_000,
  groupsAtOnce: 2,
  /** How many must wait before a second group begins. */
  groupMembersBeside: 12,
  /**
   * Statements of a larger group are planned for its own size: planned once, a posting costs PostgreSQL 0.52 instead of
   * 0.60 ms in groups of up to 32, but 0.50 instead of 0.39 ms in larger ones.
   */
  groupMembersPlannedOnce: 32,
  /** How long a group waits for a lock held by a command outside, before its members run one by one. */
  groupLockTimeoutMs: 50,
  /**
   * Beyond this much estimated work, and after waiting this long, a command is refused as busy. At three times the rate
   * that 32 connections reach, the p99 of accepted commands is 340 ms; with 250 ms it was 510, without a limit 1.7 s.
   */
  groupWaitMs: 200,
  /** The same for receipts, shipments and transfers, each of which takes tens of milliseconds. */
  documentGroupWaitMs: 2_000,
  /**
   * Connections to the database. Organizations that have one leave some to those that have none, and writes leave the
   * last ones to reads.
   */
  databaseConnections: 14,
  connectionsForOthers: 4,
  /**
   * How long an unused connection is kept. A new one must start a process and plan its statements: with the
   * driver's default of 10 s, a page opened after a pause took 67 to 78 ms instead of 30 to 39.
   */
  databaseConnectionKeptMs: 600_000,
  /**
   * While several organizations use the database: how many transactions work on each of its processors at the same
   * moment; with how few an organization doesn't wait for that, and how many more this may be; when a transaction
   * probably waits for a lock instead; and for how long an organization uses the database after it had a connection.
   */
  transactionsPerProcessor: 1,
  transactionsOfFew: 1,
  transactionsBeyond: 4,
  transactionWorkMs: 100,
  databaseSharedMs: 1_000,
  /** For a connection, or for the organization's share; beyond this many no one waits any more. */
  connectionWaitMs: 5_000,
  requestsWaiting: 2_000,
  lockTimeoutMs: 2_000,
  statementTimeoutMs: 5_000,
  /** How long a large import waits for the planner's statistics after its commit, and how long one table may take. */
  statisticsWaitMs: 3_000,
  statisticsTableSeconds: 60,
  idleInTransactionTimeoutMs: 10_000,
  shutdownSeconds: 10,
  drainMs: 1_000,
  clockSkewMinutes: 5,
  /**
   * Every ledger is checked some minutes after a start and then once a day; one query over one ledger may take this
   * long.
   */
  ledgerCheckAfterMinutes: 5,
  ledgerCheckEveryHours: 24,
  ledgerCheckQuerySeconds: 900,
  /** Results of ledger checks that each organization keeps. */
  ledgerChecksKept: 14,
} as const
