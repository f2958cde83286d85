-- The current composite types of the ledger's functions: this file defines them, not the migrations. On an upgrade,
-- types that differ are replaced together with the functions that use them, whose files come next
-- (server/platform/migrate.ts). The fields of kernel.step and kernel.leg are filled by position.

-- A line of a posting: the caller's request with its accounts resolved. A null location or lot is chosen later.
create type kernel.line as (
  posting_no integer,         -- the position of its posting in the call, from 1
  entry_no integer,           -- the caller's own line: movements of one entry are one row of the history
  product_id uuid,
  type text,                  -- 'in', 'out', 'adjustment' for a manual entry; else derived from the accounts
  reason text,                -- of a manual entry: determines the accounts (kernel.reasons)
  quantity numeric,           -- null: all that the document line still wants, or has (kernel.quantity_for_all)
  location_id uuid,           -- as sent; kernel.fill_in_line copies it to the end at a location
  lot_id uuid,
  from_account text,
  from_location_id uuid,
  from_lot_id uuid,
  to_account text,
  to_location_id uuid,
  to_lot_id uuid,
  unit_cost numeric,          -- null: the product's cost now
  document_line_id uuid,      -- whose reserved, incoming or in-transit units these are
  up_to boolean,              -- takes what is available, up to the quantity, instead of refusing
  may_unreserve boolean,      -- may take reserved units, because on hand is lower than assumed
  expired text,               -- expired lots are used 'never', after all others ('any') or 'first'
  count_from numeric,         -- a count: on hand as the counter saw it
  count_to numeric,           -- a count: the counted quantity
  location_ids uuid[]         -- the locations its posting is limited to; null for all
);

-- The locked levels in key order: parallel arrays, one element per level.
create type kernel.levels as (
  product_ids uuid[],
  location_ids uuid[],
  lot_ids uuid[],
  versions bigint[],
  balances numeric[],         -- five numbers per level, in the order of kernel.balance_index
  newest timestamptz          -- the latest time that any of them recorded
);

-- The key of a level within its organization.
create type kernel.level_key as (
  product_id uuid,
  location_id uuid,
  lot_id uuid
);

-- The locked levels of plain lines (kernel.post_group) in key order: parallel arrays, one element per level, and two
-- with an element per line.
create type kernel.plain_levels as (
  product_ids uuid[],
  location_ids uuid[],
  lot_ids uuid[],
  versions bigint[],
  availables numeric[],
  changes numeric[],          -- what the group changes in them
  posting_nos integer[],      -- the last posting that changes them; null: none
  newest timestamptz,         -- the latest time that any of them recorded
  level_indexes integer[],    -- of each line; null: it isn't plain, or would be refused
  unit_costs numeric[]        -- of each line
);

-- What one new line of a sales order wants reserved (kernel.post_reservations).
create type kernel.reservation as (
  posting_no integer,         -- the position of its posting in the call, from 1
  entry_no integer,           -- the position of its line in the posting, from 1
  document_line_id uuid,
  document_id uuid,
  product_id uuid,
  location_id uuid,           -- only there; null: anywhere
  wanted numeric,
  unit_cost numeric
);

-- A step of a line: a quantity from one account of one level to another account.
create type kernel.step as (
  level_index integer,           -- which of the locked levels; null if the units come from outside
  from_account text,
  to_account text,
  quantity numeric,
  document_line_id uuid,      -- of a release: the line that loses the units
  releases boolean,           -- a commitment that is released
  is_entry boolean            -- may represent its entry in the history
);

-- The choice for a line: its steps, or why it is refused.
create type kernel.plan as (
  steps kernel.step[],
  refusal jsonb
);

-- A leg: one movement as it will be written, with the version and balance of each level after it.
create type kernel.leg as (
  posting_no integer,
  line_no integer,            -- of the movement within its posting, from 1
  entry_no integer,
  is_entry boolean,
  product_id uuid,
  type text,
  reason text,
  from_account text,
  from_location_id uuid,
  from_lot_id uuid,
  from_version bigint,
  from_balance numeric,
  to_account text,
  to_location_id uuid,
  to_lot_id uuid,
  to_version bigint,
  to_balance numeric,
  quantity numeric,
  unit_cost numeric,
  document_line_id uuid
);

-- The result of all lines: the levels after them, the movements to write, and the refusals.
create type kernel.applied_lines as (
  levels kernel.levels,
  legs kernel.leg[],
  refusals jsonb
);

-- The demand of a document line, as a posting states it.
create type kernel.demand as (
  document_line_id uuid,
  document_kind text,         -- 'sales_order', 'purchase_order' or 'transfer'
  document_id uuid,
  product_id uuid,
  location_id uuid,           -- only there; null: anywhere
  wanted numeric,             -- null only with `settles`
  placed_at timestamptz,      -- backorders are filled in this order; null: now
  settles boolean,            -- after the lines, it wants no more than it then has
  relocates boolean           -- is wanted at location_id from now on
);

-- The change in a product's backordered quantity.
create type kernel.backorder as (
  product_id uuid,
  units numeric
);
