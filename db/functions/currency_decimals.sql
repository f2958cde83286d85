-- Returns how many decimals amounts in a currency have: none in those without a smaller coin (ISO 4217), as
-- `withoutCents` of contract/currencies.ts.
create or replace function app.currency_decimals(p_currency text) returns integer
language sql immutable parallel safe as $$
  select case when p_currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW',
    'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0 else 2 end
$$;
