-- Accounts are compared instead of matched with patterns. Patterns start faster, but take ten times as long for each
-- row, and groups write many rows with one statement.
alter table stock_movements
  drop constraint stock_movements_accounts_check,
  drop constraint stock_movements_promise_check,
  add constraint stock_movements_accounts_check check (
    type in ('in', 'out', 'commitment', 'adjustment', 'transfer', 'opening')
    and case when from_location_id is null
      then from_account in ('supplier', 'adjustment', 'opening', 'customer', 'production', 'sample', 'scrap', 'loss', 'elsewhere')
      else from_account in ('available', 'reserved', 'held', 'in_transit', 'incoming') end
    and case when to_location_id is null
      then to_account in ('customer', 'adjustment', 'supplier', 'opening', 'production', 'sample', 'scrap', 'loss', 'elsewhere')
      else to_account in ('available', 'reserved', 'held', 'in_transit', 'incoming') end),
  add constraint stock_movements_promise_check check (
    document_line_id is not null
    or from_account not in ('reserved', 'in_transit', 'incoming') and to_account not in ('reserved', 'in_transit', 'incoming'));
alter table stock_months
  drop constraint stock_months_account_check,
  add constraint stock_months_account_check check (account in ('available', 'reserved', 'held', 'in_transit', 'incoming'));
