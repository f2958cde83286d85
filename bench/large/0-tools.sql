-- Helpers of the loader, in a separate schema that is dropped afterwards.
create schema bench;

-- A number in [0, 1) that is always the same for a number and a purpose.
create function bench.chance(p_number bigint, p_purpose integer) returns double precision
language sql immutable parallel safe as $$
  select (hashint8extended(p_number, p_purpose) & 1073741823) / 1073741824.0
$$;

-- A UUIDv7 of a moment, with its random part derived from a name.
create function bench.id_at(p_at timestamptz, p_name text) returns uuid
language sql stable parallel safe as $$
  select overlay(overlay(overlay(md5(p_name) placing lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') from 1 for 12)
    placing '7' from 13) placing 'a' from 17)::uuid
$$;

-- The kinds of movements.
create table bench.kinds (kind smallint primary key, posting_kind text, type text, reason text, from_account text, to_account text);
insert into bench.kinds values
  (0, 'opening', 'opening', null, 'opening', 'available'),
  (1, 'entry', 'in', 'purchase_order', 'supplier', 'available'),
  (2, 'entry', 'out', 'customer_order', 'available', 'customer'),
  (3, 'count', 'adjustment', null, 'adjustment', 'available'),
  (4, 'count', 'adjustment', null, 'available', 'adjustment'),
  (5, 'entry', 'out', 'damaged', 'available', 'scrap'),
  (6, 'entry', 'in', 'customer_return', 'customer', 'available'),
  (7, 'transfer', 'transfer', 'restock', 'available', 'available'),
  (8, 'entry', 'out', 'qc_hold', 'available', 'held'),
  (9, 'sales_order', 'commitment', null, 'available', 'reserved'),
  (10, 'shipment', 'out', null, 'reserved', 'customer'),
  (11, 'purchase_order', 'commitment', null, 'supplier', 'incoming'),
  (12, 'receipt', 'in', null, 'incoming', 'available');

