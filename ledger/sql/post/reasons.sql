-- Reasons of manual entries. This is the one table that defines each reason of a stock-in or stock-out: where the units
-- come from, where they go, whether the reason may take reserved units (because less exists than assumed), and how it
-- treats expired lots when it chooses goods itself: never takes them, takes any, or takes them first.
create or replace function kernel.reasons()
returns table (type text, reason text, from_account text, to_account text, may_unreserve boolean, expired text)
language sql immutable as $$
  values
    ('in', 'purchase_order', 'supplier', 'available', false, 'never'),
    ('in', 'customer_return', 'customer', 'available', false, 'never'),
    ('in', 'inventory_adjustment_plus', 'adjustment', 'available', false, 'never'),
    ('in', 'qc_release', 'held', 'available', false, 'any'),
    ('in', 'transfer_in', 'elsewhere', 'available', false, 'never'),
    ('in', 'production_completion', 'production', 'available', false, 'never'),
    ('in', 'sample_return', 'sample', 'available', false, 'never'),
    ('in', 'other', 'adjustment', 'available', false, 'never'),
    ('out', 'customer_order', 'available', 'customer', false, 'never'),
    ('out', 'damaged', 'available', 'scrap', true, 'any'),
    ('out', 'inventory_adjustment_minus', 'available', 'adjustment', true, 'any'),
    ('out', 'qc_hold', 'available', 'held', true, 'any'),
    ('out', 'transfer_out', 'available', 'elsewhere', false, 'never'),
    ('out', 'production_usage', 'available', 'production', false, 'never'),
    ('out', 'sample_distribution', 'available', 'sample', false, 'never'),
    ('out', 'theft_loss', 'available', 'loss', true, 'never'),
    ('out', 'expiration', 'available', 'scrap', true, 'first'),
    ('out', 'other', 'available', 'adjustment', false, 'never'),
    ('out', 'held_scrap', 'held', 'scrap', false, 'any'),
    ('out', 'return_to_supplier', 'held', 'supplier', false, 'any')
$$;
