//! Who can be asked to search, and what is known of each.

use crate::receipt::vocabulary::vocabulary;

vocabulary! {
    /// A provider of searches.
    Provider is "provider" {
        Google = "google": "Gemini with Google Search.",
        OpenAi = "openai": "The Responses API with web search.",
        Anthropic = "anthropic": "The Messages API with web search.",
        DeepSeek = "deepseek": "The `DeepSeek` endpoint of Anthropic's Messages API; only by a pin.",
        Tavily = "tavily": "A retrieval service; only as the fallback.",
    }
}

impl Provider {
    /// The provider that a configuration's pin names: one that searches natively, by its own name.
    pub fn pinned(name: &str) -> Option<Self> {
        use crate::receipt::Vocabulary as _;
        Self::from_wire(name).filter(|provider| *provider != Self::Tavily)
    }

    /// The variable of the environment that holds its key; none for the fallback, whose key is never read there.
    pub fn env_key(self) -> Option<&'static str> {
        match self {
            Self::Google => Some("GEMINI_API_KEY"),
            Self::OpenAi => Some("OPENAI_API_KEY"),
            Self::Anthropic => Some("ANTHROPIC_API_KEY"),
            Self::DeepSeek => Some("DEEPSEEK_API_KEY"),
            Self::Tavily => None,
        }
    }
}
